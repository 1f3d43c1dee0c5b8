// SPDX-License-Identifier: Apache-2.0

public import BatonMotion

/// The accelerometers at an address.
///
/// For example:
/// ```swift
/// for sensor in try IIOSensors.discover() { print(sensor.name, sensor.path) }
/// ```
public enum IIOSensors {
    /// Lists the accelerometers, the most suitable for shakes first (rules IIO5 to IIO7). It reads all attributes of
    /// all devices, which takes some milliseconds, or longer with a slow sensor, so do not call it in a loop.
    ///
    /// - Parameter uri: libiio's address, such as "local:".
    /// - Returns: an empty array if there is none.
    /// - Throws: when the address does not answer.
    public static func discover(uri: String = "local:") throws(SensorFailure) -> [SensorDescription] {
        do {
            return ranked(in: try IIOContext(uri: uri), sign: nil).filter { !$0.candidate.isGravityOnly }
                .map { $0.description(mode: .poll, rate: $0.rate ?? 0) }
        } catch {
            if error.reason == .noSensor { return [] }
            throw error
        }
    }

    /// Chooses the accelerometer to be read.
    ///
    /// - Parameters:
    ///   - choice: the user's choice: a name, label, id, place or sysfs path. With nil or an empty string the best one is
    ///     chosen.
    ///   - sign: the user's word for the sign of the acceleration; nil: it is derived.
    /// - Returns: the chosen one, and others that are equally suitable.
    static func choose(
        _ choice: String?, sign: AccelerationSign?, in context: IIOContext
    ) throws(SensorFailure) -> (chosen: Accelerometer, others: [SensorCandidate]) {
        let all = ranked(in: context, sign: sign)
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
        let names = real.map { "\($0.candidate.name) (\($0.candidate.path))" }.joined(separator: ", ")
        throw SensorFailure(
            .noSensor, "there is no accelerometer '\(choice)'; there is \(names.isEmpty ? "none at all" : names)")
    }

    private static func ranked(in context: IIOContext, sign: AccelerationSign?) -> [Accelerometer] {
        context.devices.compactMap { Accelerometer($0, sign: sign) }.sorted { $0.candidate.precedes($1.candidate) }
    }

    private static func nothing(_ all: [Accelerometer]) -> SensorFailure {
        guard let gravity = all.first else {
            return SensorFailure(.noSensor, "no accelerometer among this machine's sensors")
        }
        return SensorFailure(
            .noSensor,
            "no accelerometer: '\(gravity.candidate.name)' measures gravity without motion, which cannot show a shake")
    }
}
