// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import CLinux
import Glibc

/// A program on a terminal of the test's, and what is on its screen.
final class PseudoTerminal: AwaitedProcess {
    let identifier: pid_t
    private let main: Int32
    private(set) var screen: TerminalScreen
    private(set) var status: Int32?
    /// All that came, as it came.
    private(set) var printed = ""
    /// How many bytes have come.
    private(set) var count = 0
    /// The attributes before the program had the terminal.
    let firstAttributes: String

    // TIOCSPTLCK, TIOCGPTN and POSIX_SPAWN_SETSID: the headers hide them from Swift.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430
    private static let newSession: Int16 = 0x80

    /// Starts a program as the leader of a session whose terminal this is.
    init(_ arguments: [String], environment: [String: String], columns: Int = 80, rows: Int = 24) throws {
        main = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var (locked, number): (CInt, CUnsignedInt) = (0, 0)
        guard main >= 0, ioctl(main, Self.setLock, &locked) == 0, ioctl(main, Self.getNumber, &number) == 0 else {
            throw WaitedInVain("a pseudo-terminal", within: .zero)
        }
        screen = TerminalScreen(columns: columns, rows: rows)
        firstAttributes = Self.attributes(of: main)
        let path = "/dev/pts/\(number)"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
        InheritedDescriptors.close(from: 3, in: &actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession)
        Self.setSize(main, columns, rows)
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var child: pid_t = 0
        let result = posix_spawnp(&child, arguments[0], &actions, &attributes, &argv, &envp)
        identifier = child
        guard result == 0 else { throw WaitedInVain("\(arguments[0])", within: .zero) }
    }

    deinit {
        if !hasEnded {
            kill(identifier, SIGKILL)
            waitpid(identifier, nil, 0)
        }
        close(main)
    }

    var outputDescriptor: Int32? { main }

    var hasEnded: Bool {
        if status != nil { return true }
        var raw: Int32 = 0
        guard waitpid(identifier, &raw, WNOHANG) == identifier else { return false }
        status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : -(raw & 0x7f)
        return true
    }

    /// Reads what has come.
    func pump() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let length = read(main, &buffer, buffer.count)
            guard length > 0 else { return }
            count += length
            printed += String(decoding: buffer.prefix(length), as: UTF8.self)
            screen.take(buffer.prefix(length))
        }
    }

    /// Types some keys.
    func type(_ keys: String) { _ = Array(keys.utf8).withUnsafeBytes { write(main, $0.baseAddress, $0.count) } }

    /// Changes the size of the terminal.
    func resize(columns: Int, rows: Int) {
        screen = TerminalScreen(columns: columns, rows: rows)
        Self.setSize(main, columns, rows)
    }

    private static func setSize(_ terminal: Int32, _ columns: Int, _ rows: Int) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }

    /// The attributes of the terminal, in a text that can be compared.
    var attributes: String { Self.attributes(of: main) }

    private static func attributes(of main: Int32) -> String {
        var attributes = termios()
        guard tcgetattr(main, &attributes) == 0 else { return "gone" }
        return
            "\(attributes.c_iflag) \(attributes.c_oflag) \(attributes.c_cflag) \(attributes.c_lflag) \(attributes.c_cc)"
    }
}
