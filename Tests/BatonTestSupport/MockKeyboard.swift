// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// A keyboard that the user holds keys of, for programs that ask the kernel: umockdev shows it to whatever runs in
/// ``environment``, in place of all devices of this machine.
public final class MockKeyboard {
    /// Why there is none.
    public struct Failure: Error {
        /// What failed.
        public let reason: String
    }

    /// What a program needs to see it.
    public let environment: [String: String]
    private let machine: ChildProcess
    private let folder: String

    /// Plugs it in.
    ///
    /// - Parameter keysDown: the kernel's numbers of the keys that are held (`KEY_*`).
    public init(holding keysDown: [Int]) throws {
        var template = Array("/tmp/baton-keyboard-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(reason: "mkdtemp: errno \(errno)") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        var device = EvemuDevice(name: "Mock keyboard", bus: 3, keys: Array(1...127))
        device.keysDown = keysDown
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        // Its ioctls are answered as long as a program runs in it.
        machine = try ChildProcess(
            device.command(in: folder) + ["sh", "-c", "echo \"$UMOCKDEV_DIR $LD_PRELOAD\"; exec sleep 600"],
            environment: ["PATH": path])
        let end = ContinuousClock.now + .seconds(30)
        while !machine.printed.hasSuffix("\n"), !machine.hasEnded, ContinuousClock.now < end { usleep(5000) }
        let words = machine.printed.split { $0 == " " || $0 == "\n" }.map(String.init)
        guard words.count == 2 else { throw Failure(reason: "umockdev-run: \(machine.printed)") }
        environment = ["UMOCKDEV_DIR": words[0], "LD_PRELOAD": words[1]]
    }

    deinit {
        // It tidies up when it is asked to end.
        machine.signal(SIGTERM)
        let end = ContinuousClock.now + .seconds(3)
        while !machine.hasEnded, ContinuousClock.now < end { usleep(5000) }
        for name in ["device7.umockdev", "device7.ioctl", "device7.events"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
