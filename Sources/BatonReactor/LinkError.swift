// SPDX-License-Identifier: Apache-2.0

public import SystemPackage

/// What went wrong on a link between batond and a child process.
public enum LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A message that is not understood: the two programs are of different versions.
    case malformed
    /// The other end has not read for so long that nothing more fits.
    case full
    /// The other end is gone.
    case closed
    /// The system said no.
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
