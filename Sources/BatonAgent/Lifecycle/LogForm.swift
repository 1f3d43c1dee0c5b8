// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// How a log line is dressed.
enum LogForm: Sendable, Equatable {
    /// For systemd's journal, which stamps the time itself: `<4>` before the line says how severe it is (sd-daemon(3)).
    case journal
    /// For people: seconds since start and the level's name.
    case terminal

    /// The form for what `descriptor` is connected to.
    ///
    /// `$JOURNAL_STREAM` alone is not enough: a terminal started by the user's manager inherits it. Its device and inode
    /// must be the descriptor's (systemd.exec(5)).
    static func detect(descriptor: CInt, environment: [String: String]) -> LogForm {
        guard let numbers = environment["JOURNAL_STREAM"]?.split(separator: ":"), numbers.count == 2,
            let device = UInt64(numbers[0]), let inode = UInt64(numbers[1])
        else { return .terminal }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .terminal }
        return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode ? .journal : .terminal
    }
}
