// SPDX-License-Identifier: Apache-2.0

public import SystemPackage

/// An error of a link between batond and a child process.
public enum LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A message cannot be decoded: the two programs are of different versions.
    case malformed
    /// The socket's buffer is full: the other process has not read for some time.
    case full
    /// The other process has closed its end.
    case closed
    /// A system call failed.
    case system(Errno)

    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .malformed:
            "a message is not understood: batond and its helper are of different versions; restart batond"
        case .full: "the other end does not read"
        case .closed: "the other end is gone"
        case .system(let error): "the link failed: \(error)"
        }
    }
}
