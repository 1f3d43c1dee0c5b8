// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor
internal import Glibc
internal import SystemPackage

/// The program baton-keys: presses Undo and Redo in X11 and Wayland for batond, which starts it with the link as
/// descriptor 3, and ends when batond does.
@main
enum Main {
    static func main() {
        signal(SIGPIPE, SIG_IGN)
        let channel = FileDescriptor(rawValue: Subprocess.channelNumber)
        guard CommandLine.arguments.count == 1, isSocket(channel) else {
            fail(EX_USAGE, "baton-keys is started by batond, not by hand; try 'batonctl undo'")
        }
        // The terminal's Ctrl-C goes to batond as well, and is its to answer.
        signal(SIGINT, SIG_IGN)
        LastWords.prepare()
        XConnection.prepare()
        do {
            let reactor = try Reactor()
            let helper = try KeysHelper(channel, reactor: reactor)
            let signals = try reactor.signals([.terminate]) { _ in helper.stop() }
            try reactor.run()
            signals.cancel()
        } catch let error as LinkError {
            fail(EX_OSERR, "baton-keys: \(error)")
        } catch {
            fail(EX_OSERR, "baton-keys: the event loop failed: \(error)")
        }
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
