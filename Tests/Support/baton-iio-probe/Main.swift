// SPDX-License-Identifier: Apache-2.0

import BatonIIO
import BatonMotion
import BatonReactor
import Glibc

/// Reads an accelerometer and prints its samples and notices, one a line, until SIGTERM.
///
/// The tests run it in a sandbox with a /sys and a /dev of their own. A preloaded library makes the sandbox, which
/// works for a whole process only. Arguments are KEY=VALUE: kind, uri, reading, device, rate, sign, proxy, recovery, rest, count;
/// locale, leave; or the words `discover` or `motion`. `discover=FILE` lists the sensors once more when the file exists.
@main
enum Main {
    static func main() {
        var words: [String: String] = [:]
        for argument in CommandLine.arguments.dropFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            words[String(parts[0])] = parts.count == 2 ? String(parts[1]) : ""
        }
        do throws(SensorFailure) {
            if let name = words["locale"], setlocale(LC_NUMERIC, name) == nil { say("there is no locale \(name)") }
            if let later = words["discover"] {
                try discover(words["uri"] ?? "local:")
                guard !later.isEmpty, let reactor = try? Reactor() else { return }
                while access(later, F_OK) != 0 { _ = try? reactor.turn(timeout: .milliseconds(10)) }
                try discover(words["uri"] ?? "local:")
            } else if words["motion"] != nil {
                MotionProbe().run(words)
            } else {
                try read(words)
            }
        } catch {
            say("refused \(error.reason.rawValue) \(error.message)")
            exit(3)
        }
    }

    private static func discover(_ uri: String) throws(SensorFailure) {
        for sensor in try IIOSensors.discover(uri: uri) { say("sensor \(text(sensor))") }
        say("discovered")
    }

    private static func read(_ words: [String: String]) throws(SensorFailure) {
        let kinds: [String: SensorKind] = ["gyroscope": .gyroscope, "magnetometer": .magnetometer]
        let options = IIOOptions(
            kind: words["kind"].flatMap { kinds[$0] } ?? .accelerometer,
            reading: IIOOptions.Reading(rawValue: words["reading"] ?? "auto") ?? .auto, uri: words["uri"] ?? "local:",
            device: words["device"], rate: words["rate"].flatMap(Double.init) ?? 50,
            accelerationSign: words["sign"].flatMap(AccelerationSign.init(rawValue:)),
            isProxyPresent: words["proxy"].map { $0 == "1" } ?? false, recoveryFile: words["recovery"])
        guard let reactor = try? Reactor() else { return }
        let source = try IIOSensor.open(options: options, reactor: reactor)
        let signals = try? reactor.signals([.terminate]) { _ in reactor.stop() }
        defer { signals?.cancel() }
        source.allowsRest = words["rest"] != "0"
        source.notice = { say("notice \($0.kind.rawValue) \($0.message)") }
        source.changed = { [unowned source] in say("changed \(source.sensor.mode.rawValue)") }
        var remaining = words["count"].flatMap { Int($0) } ?? -1
        try source.start(
            deliver: { [unowned source] in
                say("sample \($0.nanoseconds) \($0.x) \($0.y) \($0.z)")
                remaining -= 1
                guard remaining == 0 else { return }
                source.stop()
                reactor.stop()
            },
            failed: {
                say("failed \($0.reason.rawValue) \($0.message)")
                reactor.stop()
            })
        say("sign \(source.sensor.sign.rawValue) \(source.sensor.signEvidence.rawValue)")
        say("sensor \(text(source.sensor))")
        let begun = reactor.now
        var turns = 0
        let hook = reactor.addBeforeSleepHook { count(&turns) }
        try? reactor.run()
        hook.cancel()
        let seconds = (reactor.now - begun) / Duration.seconds(1)
        // Without it the sensor is released while it reads.
        if words["leave"] == nil { source.stop() }
        say("stopped \(turns) wake-ups in \(seconds) s")
    }

    private static func count(_ turns: inout Int) -> Bool {
        turns += 1
        return false
    }

    private static func text(_ sensor: SensorDescription) -> String {
        let matrix = sensor.mountMatrix.map { "\($0)" }.joined(separator: ",")
        return
            "\(sensor.mode.rawValue) \(sensor.rate) \(sensor.scale) \(matrix) \(sensor.path) '\(sensor.name)' '\(sensor.location)'"
    }

    /// Writes a line with one system call, so that libiio's messages do not come in between.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(1, bytes, bytes.count)
    }
}
