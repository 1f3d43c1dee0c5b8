// SPDX-License-Identifier: Apache-2.0

internal import BatonIIO
internal import BatonMotion
internal import BatonReactor
internal import BatonSensorLink
internal import Glibc
internal import SystemPackage

/// The program baton-sensor: reads the accelerometer, recognizes shakes, and tells batond. batond starts it, with the link
/// as descriptor 3, and it ends when batond does.
@main
enum Main {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let channel = FileDescriptor(rawValue: Subprocess.channelNumber)
        guard CommandLine.arguments.count == 1, isSocket(channel) else {
            fail(64, "baton-sensor is started by batond, not by hand; try 'batonctl shake status'")
        }
        // The terminal's Ctrl-C goes to batond as well, and is its to answer.
        signal(SIGINT, SIG_IGN)
        do {
            let reactor = try Reactor()
            let coprocessor = try MotionCoprocessor(channel, reactor: reactor, makeSource: openAccelerometer)
            let signals = try reactor.signals([.terminate]) { _ in coprocessor.stop() }
            try reactor.run()
            signals.cancel()
            exit(coprocessor.exitStatus)
        } catch let error as LinkError {
            fail(71, "baton-sensor: \(error)")
        } catch {
            fail(71, "baton-sensor: the event loop failed: \(error)")
        }
    }

    private static func openAccelerometer(
        _ setup: SensorSetup, _ reactor: Reactor
    ) throws(SensorFailure) -> any SensorSource {
        try IIOAccelerometer.open(options: IIOOptions(setup), reactor: reactor)
    }

    private static func isSocket(_ file: FileDescriptor) -> Bool {
        var information = stat()
        return fstat(file.rawValue, &information) == 0 && information.st_mode & S_IFMT == S_IFSOCK
    }

    private static func fail(_ status: Int32, _ text: String) -> Never {
        _ = try? FileDescriptor.standardError.writeAll("\(text)\n".utf8)
        exit(status)
    }
}
