// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import BatonReactor
internal import Glibc

/// What the program says before it ends in the middle of a command: the window system's libraries block as long as the
/// other side is silent, and libX11 cannot go on after it has lost its server.
///
/// The message lies ready before it is needed, since SIGALRM may come inside any library.
enum LastWords {
    /// The longest that a command may take, in seconds; it waits a second for modifiers, and then some.
    private static let limit: UInt32 = 4

    // All three are safe: there is one thread, it writes before it arms the alarm, and the signal's handler only reads.
    nonisolated(unsafe) private static var message: UnsafeMutableRawPointer?
    nonisolated(unsafe) private static var count = 0
    nonisolated(unsafe) private static var id: UInt32 = 0

    /// Installs the handler of SIGALRM.
    static func prepare() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in LastWords.end() }
        sigaction(SIGALRM, &action, nil)
    }

    /// Ends the program with a failed report unless ``disarm()`` comes in time.
    static func arm(id: UInt32, display: KeyDisplay) {
        self.id = id
        keep("the \(display.spokenName) does not answer")
        alarm(limit)
    }

    /// The command is done.
    static func disarm() {
        alarm(0)
    }

    /// Ends the program now: the display is gone.
    static func end(because reason: String) -> Never {
        alarm(0)
        keep(reason)
        end()
    }

    private static func keep(_ reason: String) {
        var writer = LinkWriter()
        writer.write(KeysReport.version)
        KeysReport.failed(id: id, reason: reason).encode(into: &writer)
        let old = message
        count = 0
        let new = UnsafeMutableRawPointer.allocate(byteCount: writer.bytes.count, alignment: 1)
        new.copyMemory(from: writer.bytes, byteCount: writer.bytes.count)
        message = new
        count = writer.bytes.count
        old?.deallocate()
    }

    /// Only what a signal handler may call.
    private static func end() -> Never {
        if let message, count > 0 {
            _ = send(Subprocess.channelNumber, message, count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
        _exit(EX_UNAVAILABLE)
    }
}
