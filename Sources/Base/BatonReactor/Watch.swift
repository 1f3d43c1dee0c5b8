// SPDX-License-Identifier: Apache-2.0

public import SystemPackage

/// One file descriptor in a reactor's set.
///
/// Cancel it before the descriptor is closed. Not thread-safe: use it on the thread that runs the reactor.
///
/// For example:
/// ```swift
/// let watch = try reactor.watch(file, for: .readable) { _ in print("there is something to read") }
/// watch.cancel()
/// ```
public final class Watch {
    /// The descriptor; the watch does not own it.
    public let fileDescriptor: FileDescriptor
    let handler: (Readiness) -> Void
    let slot: Int
    /// Distinguishes the events of this watch from those of an earlier watch in the same slot.
    let generation: UInt32
    private var link: ReactorLink?
    private var watched: Readiness

    init(
        _ fileDescriptor: FileDescriptor, _ readiness: Readiness, slot: Int, generation: UInt32, reactor: Reactor,
        handler: @escaping (Readiness) -> Void
    ) {
        self.generation = generation
        self.fileDescriptor = fileDescriptor
        self.handler = handler
        self.slot = slot
        link = reactor.link
        watched = readiness
    }

    /// The events for which the descriptor is watched. With an empty set only errors and a hang-up are reported.
    public var readiness: Readiness {
        get { watched }
        set {
            guard newValue != watched else { return }
            watched = newValue
            link?.reactor?.modify(self)
        }
    }

    /// Whether the watch is still in the set.
    public var isActive: Bool { link?.reactor != nil }

    /// Removes the descriptor from the set. The handler is not called again, not even for events that this turn has
    /// already received.
    public func cancel() {
        link?.reactor?.remove(self)
        link = nil
    }
}
