// SPDX-License-Identifier: Apache-2.0

public import BatonEvents
import CWayland

/// The touches of a Wayland surface, as events of an application (rules S14 to S18).
///
/// A toolkit shows the window, connects to the compositor and reads the connection; this listens to the touchscreens of the
/// same connection beside it. So touches come with frames and cancellations, which few toolkits tell. The toolkit has to
/// dispatch the display's default queue on the main thread, as SDL, GTK and Qt do; another thread ends the process. Whatever
/// the compositor sends, each touch begins once and ends once (rule T22). No call throws or waits.
///
/// The object stays until ``close()`` is called.
///
/// For example:
/// ```swift
/// let touches = WaylandTouches(display: display, surface: surface, window: window, application: application)
/// touches.onEvents = { draw() }
/// while waitForToolkit(touches.timeUntilDeadline) { touches.advance() }
/// touches.close()
/// ```
@MainActor
public final class WaylandTouches {
    /// The most seats that are listened to (rule S17).
    static let maximumSeats = 16

    /// Called after events were sent: what is shown may have changed, and so may ``timeUntilDeadline`` (rule S14). It is nil after
    /// ``close()``.
    public var onEvents: (@MainActor () -> Void)?

    private let application: Application
    private let window: Window
    /// Compared and never used, since the toolkit may destroy it.
    private let surface: OpaquePointer
    private var registry: OpaquePointer?
    private var seats: [WaylandTouchSeat] = []

    /// Starts to listen. Touchscreens are found as soon as the toolkit dispatches what the compositor answers (rule S17).
    ///
    /// - Parameters:
    ///   - display: the toolkit's `wl_display`. It has to stay connected until ``close()``.
    ///   - surface: the toolkit's `wl_surface` whose touches are meant (rule S15). Call ``close()`` before it is destroyed.
    ///   - window: what stands for the surface. Its frame has the surface's size, in points of the surface (rule S1).
    ///   - application: gets the events.
    public init(display: OpaquePointer, surface: OpaquePointer, window: Window, application: Application) {
        self.application = application
        self.window = window
        self.surface = surface
        registry = wl_display_get_registry(display)
        guard let registry else { return }
        // For the compositor's calls, until it is closed.
        let data = Unmanaged.passRetained(self).toOpaque()
        wl_registry_add_listener(registry, WaylandListeners.registry, data)
        wl_display_flush(display)
    }

    /// Cancels the touches that are under way, and listens no more (rule S18).
    ///
    /// Call it before the surface is destroyed or the display disconnected, also when the compositor is gone. It may be called
    /// from an action; a second call does nothing.
    public func close() {
        guard let registry else { return }
        self.registry = nil
        wl_registry_destroy(registry)
        let seats = seats
        self.seats = []
        for seat in seats { seat.shut() }
        onEvents = nil
        Unmanaged.passUnretained(self).release()
    }

    // MARK: Time

    /// How long it is until ``advance()`` has to be called if no event comes before; nil for never (rules W1 and S16).
    public var timeUntilDeadline: Duration? { application.nextDeadline.map { max(.zero, $0 - WaylandClock.now) } }

    /// Lets time pass for the application's recognizers, up to now on CLOCK_MONOTONIC (rules W1 and S16).
    public func advance() { application.advance(to: WaylandClock.now) }

    // MARK: Touches

    /// Whether the touches of a surface are meant. One that the toolkit has destroyed comes as nil (rule S15).
    func isMeant(_ surface: OpaquePointer?) -> Bool { surface == self.surface }

    /// Sends the events of a frame or of a cancellation (rule S14).
    func send(_ events: [Event]) {
        guard !events.isEmpty else { return }
        for event in events { application.postEvent(event) }
        application.processEvents()
        onEvents?()
    }

    // MARK: Seats

    /// Takes a seat that the compositor has announced (rule S17).
    func add(_ name: UInt32, version: UInt32) {
        guard let registry, seats.count < Self.maximumSeats, !seats.contains(where: { $0.name == name }),
            let seat = WaylandTouchSeat(name, version: version, registry: registry, window: window, owner: self)
        else { return }
        seats.append(seat)
    }

    /// Ends a seat that the compositor has taken back (rule S17).
    func remove(_ name: UInt32) {
        guard let index = seats.firstIndex(where: { $0.name == name }) else { return }
        seats.remove(at: index).shut()
    }
}
