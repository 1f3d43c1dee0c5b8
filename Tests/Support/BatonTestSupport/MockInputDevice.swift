// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A keyboard on which keys are held, or another input device, for programs that ask the kernel. umockdev shows it to programs
/// that run with ``environment``, in place of this machine's devices.
public final class MockInputDevice {
    /// Why the device could not be made.
    public struct Failure: Error {
        /// What failed.
        public let reason: String
    }

    /// The environment with which a program sees the device.
    public let environment: [String: String]
    private let machine: ChildProcess
    private let folder: String
    private let numbers: [Int]

    /// Makes the keyboard.
    ///
    /// - Parameter keysDown: the key codes of the held keys (`KEY_*`).
    public convenience init(holding keysDown: [Int]) throws {
        var device = EvemuDevice(name: "Mock keyboard", bus: 3, keys: Array(1...127))
        device.keysDown = keysDown
        try self.init(device)
    }

    /// Makes any devices. A program gets their events from when they are due, or from when it opens the node if that is later.
    public init(_ devices: EvemuDevice...) throws {
        numbers = devices.map(\.number)
        var template = Array("/tmp/baton-input-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(reason: "mkdtemp: errno \(errno)") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        // umockdev answers the ioctls as long as the program that it has started runs.
        machine = try ChildProcess(
            EvemuDevice.command(devices, in: folder) + [
                "sh", "-c", "echo \"$UMOCKDEV_DIR $LD_PRELOAD\"; exec sleep 600",
            ],
            environment: ["PATH": path])
        try machine.waitForOutput { $0.hasSuffix("\n") }
        let words = machine.printed.split { $0 == " " || $0 == "\n" }.map(String.init)
        guard words.count == 2 else { throw Failure(reason: "umockdev-run: \(machine.printed)") }
        environment = ["UMOCKDEV_DIR": words[0], "LD_PRELOAD": words[1]]
    }

    deinit {
        // umockdev removes its files when it is ended by SIGTERM.
        machine.signal(SIGTERM)
        try? machine.waitForEnd(within: .seconds(3))
        for number in numbers {
            for kind in ["umockdev", "ioctl", "events"] { unlink("\(folder)/device\(number).\(kind)") }
        }
        rmdir(folder)
    }
}
