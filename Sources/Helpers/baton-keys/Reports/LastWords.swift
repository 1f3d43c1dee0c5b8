// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonProcesses
import Glibc

/// Sends a last report when the program ends in the middle of a command. That is necessary because the libraries of the
/// window systems block while the other side does not answer, and because libX11 cannot continue after the loss of its
/// server.
///
/// The message is prepared in advance, because SIGALRM may interrupt any library.
enum LastWords {
    /// The longest time for a command, in seconds. It includes a wait of up to a second for modifiers. A larger one
    /// delays the report of a display that hangs.
    private static let limit: UInt32 = 4

    // All three are safe: there is one thread, which writes them before it arms the alarm, and the signal handler only
    // reads them.
    nonisolated(unsafe) private static var message: UnsafeMutableRawPointer?
    nonisolated(unsafe) private static var count = 0
    nonisolated(unsafe) private static var id: UInt32 = 0

    /// Installs the handler of SIGALRM.
    static func prepare() {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in LastWords.end() }
        sigaction(SIGALRM, &action, nil)
    }

    /// Ends the program with a failed report unless ``disarm()`` is called in time.
    static func arm(id: UInt32, display: KeyDisplay) {
        self.id = id
        keep("the \(display.spokenName) does not answer")
        alarm(limit)
    }

    /// Cancels the alarm, because the command is done.
    static func disarm() {
        alarm(0)
    }

    /// Ends the program now, because the display is gone.
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

    /// Calls only async-signal-safe functions.
    private static func end() -> Never {
        if let message, count > 0 {
            _ = send(Subprocess.channelNumber, message, count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        }
        _exit(EX_UNAVAILABLE)
    }
}
