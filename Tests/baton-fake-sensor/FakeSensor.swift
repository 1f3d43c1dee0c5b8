// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonReactor
import BatonSensorLink
import Glibc
import SystemPackage

/// A program in the place of baton-sensor that dies, hangs and talks nonsense on demand; for all else there is the real
/// one.
///
/// What it does is in the setup's sensor, word by word: "ip:ready,began,die". Without a word that ends it, it ends with the
/// link. Its process's number is the path of the sensor it says it reads.
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
            report(.ready(SensorDescription(name: name, path: "\(getpid())", rate: 50)))
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

    private func report(_ report: SensorReport) { try? link?.send(report) }
}
