// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonProcesses
import BatonReactor
import BatonSensorLink
import Glibc
import SystemPackage

/// A program in place of baton-sensor that ends, hangs or sends invalid messages on demand. Other tests use the real
/// one.
///
/// The setup's sensor lists what it does, word by word: "ip:ready,began,die". If no word ends it, it ends with the
/// link. It reports its process ID as the path of its sensor.
@main
final class FakeSensor {
    private let reactor: Reactor
    private var link: MessageLink<SensorReport, SensorCommand>?
    private var isStubborn = false

    static func main() throws {
        signal(SIGPIPE, SIG_IGN)
        let sensor = try FakeSensor()
        try sensor.reactor.run()
    }

    private init() throws {
        reactor = try Reactor()
        link = try MessageLink(FileDescriptor(rawValue: Subprocess.channelNumber), reactor: reactor) {
            [weak self] command, descriptor in
            try? descriptor?.close()
            if case .openStream(let id, let request) = command { self?.open(id, request) }
            guard case .configure(let setup) = command else { return }
            let words = setup.sensor.split(separator: ":").last ?? ""
            for word in words.split(separator: ",") { self?.obey(String(word), setup) }
        } ended: { [weak self] _ in
            if self?.isStubborn == false { exit(0) }
        }
    }

    private func obey(_ word: String, _ setup: SensorSetup) {
        switch word {
        case "ready":
            let name = setup.isProxyPresent ? "fake beside proxy" : "fake"
            report(
                .ready(
                    SensorDescription(
                        name: name, path: "\(getpid())", rate: 50, sign: setup.accelerationSign ?? .hid,
                        signEvidence: .name)))
        case "setup":
            // What it was told, as the name of its sensor, which is in a laptop's display.
            let name = "\(setup.shake.sensitivity.rawValue) \(setup.shake.raise) \(setup.modelChecksum != 0)"
            report(.ready(SensorDescription(name: name, path: "\(getpid())", location: "display", rate: 50)))
        case "began": report(.phase(.began(at: reactor.now)))
        case "ended": report(.phase(.ended(at: reactor.now, duration: .milliseconds(500))))
        case "face-up": report(.orientation(.faceUp))
        case "gone": report(.failed(SensorFailure(.gone, "the fake was unplugged")))
        case "busy": report(.failed(SensorFailure(.busy, "the fake is taken")))
        case "stubborn": isStubborn = true
        case "close":
            isStubborn = true
            link?.close()
        case "nonsense":
            var bytes: [UInt8] = [0, 1, 2, 3]
            _ = write(Subprocess.channelNumber, &bytes, bytes.count)
        case "die": exit(3)
        default: break
        }
    }

    /// Says that it reads a stream, or for a magnetometer that it cannot.
    private func open(_ id: UInt32, _ request: StreamRequest) {
        guard request.intervals[.magnetometer] == nil else {
            return report(.streamRefused(id: id, failure: SensorFailure(.noSensor, "the fake has no magnetometer")))
        }
        let kinds = SensorKind.allCases.filter { request.intervals[$0] != nil }
        let sensors = kinds.map {
            SensorDescription($0, name: "fake", path: "\(getpid())", rate: 50, sign: .hid, signEvidence: .name)
        }
        report(.streamOpened(id: id, sensors: sensors))
    }

    private func report(_ report: SensorReport) { try? link?.send(report) }
}
