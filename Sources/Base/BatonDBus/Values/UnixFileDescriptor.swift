// SPDX-License-Identifier: Apache-2.0

public import SystemPackage

/// A file descriptor of a message. It is closed when the last reference is released.
///
/// For example:
/// ```swift
/// import SystemPackage
///
/// let file = UnixFileDescriptor(owning: try FileDescriptor.open("/dev/null", .readOnly))
/// let value = Value.fileDescriptor(file)
/// ```
public final class UnixFileDescriptor: Hashable, Sendable {
    /// The descriptor, owned by this object.
    public let fileDescriptor: FileDescriptor

    /// Takes over the descriptor.
    public init(owning fileDescriptor: FileDescriptor) {
        self.fileDescriptor = fileDescriptor
    }

    deinit { try? fileDescriptor.close() }

    /// Whether both are the same object.
    public static func == (a: UnixFileDescriptor, b: UnixFileDescriptor) -> Bool { a === b }

    /// Hashes the identity of the object.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
