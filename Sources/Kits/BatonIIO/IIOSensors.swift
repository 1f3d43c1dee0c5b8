// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// The sensors at an address.
///
/// For example:
/// ```swift
/// for sensor in try IIOSensors.discover() { print(sensor.name, sensor.path) }
/// ```
public enum IIOSensors {
    /// Lists the sensors of a kind, the most suitable accelerometer for shakes first (rules IIO5 to IIO7 and IIO36). It reads
    /// all attributes of all devices, which takes some milliseconds, or longer with a slow sensor, so do not call it in a
    /// loop.
    ///
    /// - Parameters:
    ///   - kind: what the sensors measure.
    ///   - uri: libiio's address, such as "local:".
    /// - Returns: an empty array if there is none.
    /// - Throws: when the address does not answer.
    public static func discover(
        _ kind: SensorKind = .accelerometer, uri: String = "local:"
    ) throws(SensorFailure) -> [SensorDescription] {
        do {
            return ranked(kind, in: try IIOContext(uri: uri)).filter { !$0.candidate.isGravityOnly }
                .map { $0.description(mode: .poll, rate: $0.rate ?? 0) }
        } catch {
            if error.reason == .noSensor { return [] }
            throw error
        }
    }

    /// Chooses the sensor to be read.
    ///
    /// - Returns: the chosen one, and others that are equally suitable.
    static func choose(
        _ options: IIOOptions, in context: IIOContext
    ) throws(SensorFailure) -> (chosen: TriaxialSensor, others: [SensorCandidate]) {
        guard options.kind != .accelerometer else {
            return try accelerometer(options.device, options, in: context)
        }
        let accelerometer = try? accelerometer(options.accelerometer, options, in: context).chosen
        let all = ranked(options.kind, in: context, options, beside: accelerometer)
        if let choice = options.device, !choice.isEmpty {
            guard let wanted = all.first(where: { $0.candidate.answers(to: choice) }) else {
                throw missing(choice, options.kind, all)
            }
            return (wanted, [])
        }
        return (try partner(all, of: accelerometer, options.kind, in: context), [])
    }

    /// The sensor that belongs to an accelerometer (rule IIO37).
    private static func partner(
        _ all: [TriaxialSensor], of accelerometer: TriaxialSensor?, _ kind: SensorKind, in context: IIOContext
    ) throws(SensorFailure) -> TriaxialSensor {
        guard !all.isEmpty else { throw SensorFailure(.noSensor, "no \(kind.word) among this machine's sensors") }
        guard let accelerometer else {
            if let only = all.first, all.count == 1 { return only }
            throw ambiguous(all.map(\.candidate), kind)
        }
        let count = ranked(.accelerometer, in: context).count { !$0.candidate.isGravityOnly }
        switch SensorPairing.find(all.map(\.candidate), with: accelerometer.candidate, accelerometers: count) {
        case .found(let index, _): return all[index]
        case .ambiguous(let places): throw ambiguous(places.map { all[$0].candidate }, kind)
        case .none:
            throw SensorFailure(
                .noSensor, "no \(kind.word) belongs to the accelerometer \(accelerometer.candidate.path); name one")
        }
    }

    private static func ambiguous(_ candidates: [SensorCandidate], _ kind: SensorKind) -> SensorFailure {
        let paths = candidates.map(\.path).joined(separator: ", ")
        return SensorFailure(.unsupported, "several \(kind.word)s are as good, and none is taken: \(paths); name one")
    }

    private static func missing(_ choice: String, _ kind: SensorKind, _ all: [TriaxialSensor]) -> SensorFailure {
        let names = all.map { "\($0.candidate.name) (\($0.candidate.path))" }.joined(separator: ", ")
        return SensorFailure(
            .noSensor, "there is no \(kind.word) '\(choice)'; there is \(names.isEmpty ? "none at all" : names)")
    }

    /// Chooses the accelerometer.
    ///
    /// - Parameter choice: the user's choice: a name, label, id, place or sysfs path. With nil or an empty string the best
    ///   one is chosen.
    private static func accelerometer(
        _ choice: String?, _ options: IIOOptions, in context: IIOContext
    ) throws(SensorFailure) -> (chosen: TriaxialSensor, others: [SensorCandidate]) {
        let all = ranked(.accelerometer, in: context, options)
        let real = all.filter { !$0.candidate.isGravityOnly }
        guard let choice, !choice.isEmpty else {
            guard let best = real.first else { throw nothing(all) }
            return (best, real.dropFirst().map(\.candidate).filter { $0.isEqual(to: best.candidate) })
        }
        if let wanted = real.first(where: { $0.candidate.answers(to: choice) }) { return (wanted, []) }
        if all.contains(where: { $0.candidate.answers(to: choice) }) {
            throw SensorFailure(
                .unsupported,
                "'\(choice)' measures gravity without motion, which cannot show a shake; choose another sensor")
        }
        throw missing(choice, .accelerometer, real)
    }

    private static func ranked(
        _ kind: SensorKind, in context: IIOContext, _ options: IIOOptions = IIOOptions(),
        beside accelerometer: TriaxialSensor? = nil
    ) -> [TriaxialSensor] {
        context.devices.compactMap { TriaxialSensor($0, kind, options, beside: accelerometer) }
            .sorted { $0.candidate.precedes($1.candidate) }
    }

    private static func nothing(_ all: [TriaxialSensor]) -> SensorFailure {
        guard let gravity = all.first else {
            return SensorFailure(.noSensor, "no accelerometer among this machine's sensors")
        }
        return SensorFailure(
            .noSensor,
            "no accelerometer: '\(gravity.candidate.name)' measures gravity without motion, which cannot show a shake")
    }
}
