// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A keyboard on which keys are held, for programs that ask the kernel. umockdev shows it to programs that run with
/// ``environment``, in place of this machine's devices.
public final class MockKeyboard {
    /// Why the keyboard could not be made.
    public struct Failure: Error {
        /// What failed.
        public let reason: String
    }

    /// The environment with which a program sees the keyboard.
    public let environment: [String: String]
    private let machine: ChildProcess
    private let folder: String

    /// Makes the keyboard.
    ///
    /// - Parameter keysDown: the key codes of the held keys (`KEY_*`).
    public init(holding keysDown: [Int]) throws {
        var template = Array("/tmp/baton-keyboard-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(reason: "mkdtemp: errno \(errno)") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        var device = EvemuDevice(name: "Mock keyboard", bus: 3, keys: Array(1...127))
        device.keysDown = keysDown
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        // umockdev answers the ioctls as long as the program that it has started runs.
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
        // umockdev removes its files when it is ended by SIGTERM.
        machine.signal(SIGTERM)
        let end = ContinuousClock.now + .seconds(3)
        while !machine.hasEnded, ContinuousClock.now < end { usleep(5000) }
        for name in ["device7.umockdev", "device7.ioctl", "device7.events"] { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }
}
