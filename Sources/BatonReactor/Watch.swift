// SPDX-License-Identifier: Apache-2.0

public import SystemPackage

/// One file descriptor in a reactor's set.
///
/// Cancel it before the descriptor is closed. Belongs to whoever turns the reactor.
public final class Watch {
    /// The descriptor; the watch does not own it.
    public let fileDescriptor: FileDescriptor
    let handler: (Readiness) -> Void
    let slot: Int
    /// Tells this watch's events from those of an earlier one in the same slot.
    let generation: UInt32
    private weak var reactor: Reactor?
    private var watched: Readiness

    init(
        _ fileDescriptor: FileDescriptor, _ readiness: Readiness, slot: Int, generation: UInt32, reactor: Reactor,
        handler: @escaping (Readiness) -> Void
    ) {
        self.generation = generation
        self.fileDescriptor = fileDescriptor
        self.handler = handler
        self.slot = slot
        self.reactor = reactor
        watched = readiness
    }

    /// What the descriptor is watched for. With nothing set, only errors and a hang-up are told.
    public var readiness: Readiness {
        get { watched }
        set {
            guard newValue != watched else { return }
            watched = newValue
            reactor?.modify(self)
        }
    }

    /// Whether the watch is still in the set.
    public var isActive: Bool { reactor != nil }

    /// Takes the descriptor out of the set. The handler is not called again, not even for what this turn has already seen.
    public func cancel() {
        reactor?.remove(self)
        reactor = nil
    }
}
