// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A dbus-daemon for one test, with a socket in a directory of its own.
///
/// It can be killed, restarted at the same address, stopped and continued. It ends when the last reference is released.
public final class PrivateBus {
    /// Why the bus could not be started.
    public struct Failure: Error, CustomStringConvertible {
        /// What failed.
        public let description: String
    }

    /// The address of the bus. It is the same after a restart.
    public let address: String
    private let directory: String
    private var files: [String] = []
    private let mostReplies: Int
    private var process: pid_t = -1
    private static let ignoresPipes = signal(SIGPIPE, SIG_IGN) != nil

    /// Starts a bus and waits until it listens, at most ten seconds.
    ///
    /// - Parameters:
    ///   - letsOthersIn: whether processes of other users may connect, for a player that refuses to run as root.
    ///   - services: the command lines of services that the bus can start, by name. It starts no others.
    ///   - mostReplies: the most unanswered calls of one connection. The default is that of the session bus.
    public init(
        letsOthersIn: Bool = false, services: [String: String] = [:], mostReplies: Int = 50000
    ) throws(Failure) {
        self.mostReplies = mostReplies
        // SIGPIPE is ignored, because otherwise a bus that ends before its clients would end the test process.
        _ = Self.ignoresPipes
        var template = Array("/tmp/baton-bus-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(description: "mkdtemp: errno \(errno)") }
        directory = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        address = "unix:path=\(directory)/bus"
        if letsOthersIn { chmod(directory, 0o711) }
        for (name, command) in services {
            let file = "\(directory)/\(name).service"
            files.append(file)
            try write("[D-BUS Service]\nName=\(name)\nExec=\(command)\n", to: file)
        }
        let folder = services.isEmpty ? "" : "<servicedir>\(directory)</servicedir>"
        try write(configuration(letsOthersIn: letsOthersIn, folder), to: "\(directory)/bus.conf")
        try start()
    }

    deinit {
        kill()
        for file in files + ["\(directory)/bus", "\(directory)/bus.conf"] { unlink(file) }
        rmdir(directory)
    }

    /// Starts the bus again at the same address, after ``kill()``.
    public func start() throws(Failure) {
        guard process < 0 else { return }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(description: "pipe: errno \(errno)") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The bus must not inherit the standard descriptors: if it outlives the tests, it would keep the pipe of their
        // output open.
        for standard in Int32(0)...2 { posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
        InheritedDescriptors.close(from: 4, in: &actions)
        let arguments = ["dbus-daemon", "--nofork", "--config-file=\(directory)/bus.conf", "--print-address=3"]
        let pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        let result = posix_spawnp(&process, "dbus-daemon", &actions, nil, pointers, environ)
        close(ends[1])
        guard result == 0 else { throw Failure(description: "dbus-daemon: errno \(result)") }
        // The bus prints its address when it listens.
        var ready = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        guard poll(&ready, 1, 10_000) == 1, read(ends[0], &byte, 1) == 1 else {
            kill()
            throw Failure(description: "dbus-daemon did not start")
        }
    }

    /// Kills the bus and waits for its end: every client is disconnected.
    public func kill() {
        guard process > 0 else { return }
        _ = Glibc.kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = -1
    }

    /// Stops the process, so that the bus hangs, and waits until it has stopped.
    public func suspend() { StoppedProcess.stop(process) }

    /// Continues the process.
    public func resume() { if process > 0 { _ = Glibc.kill(process, SIGCONT) } }

    private func write(_ text: String, to path: String) throws(Failure) {
        guard let file = fopen(path, "we") else { throw Failure(description: "\(path): errno \(errno)") }
        fputs(text, file)
        fclose(file)
    }

    private func configuration(letsOthersIn: Bool, _ services: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>\(address)</listen>
          <auth>EXTERNAL</auth>
          \(services)
          <policy context="default">
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
            <allow own="*"/>
            \(letsOthersIn ? "<allow user=\"*\"/>" : "")
          </policy>
          <limit name="max_incoming_bytes">1000000000</limit>
          <limit name="max_outgoing_bytes">1000000000</limit>
          <limit name="max_message_size">1000000000</limit>
          <limit name="max_incoming_unix_fds">250000</limit>
          <limit name="max_message_unix_fds">4096</limit>
          <limit name="max_connections_per_user">100000</limit>
          <limit name="max_pending_service_starts">10000</limit>
          <limit name="max_names_per_connection">50000</limit>
          <limit name="max_match_rules_per_connection">50000</limit>
          <limit name="max_replies_per_connection">\(mostReplies)</limit>
        </busconfig>
        """
    }
}
