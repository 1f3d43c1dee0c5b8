// SPDX-License-Identifier: Apache-2.0

import CPulse

/// Work that libpulse wants done in each turn while it is enabled (`pa_defer_event`).
final class PulseDefer {
    private(set) var isEnabled = true
    /// Whether libpulse has freed it.
    private(set) var isFree = false
    private unowned let loop: PulseLoop
    private let callback: pa_defer_event_cb_t
    private let data: UnsafeMutableRawPointer?
    private var destroy: pa_defer_event_destroy_cb_t?

    private init(_ loop: PulseLoop, _ callback: @escaping pa_defer_event_cb_t, _ data: UnsafeMutableRawPointer?) {
        self.loop = loop
        self.callback = callback
        self.data = data
    }

    func run() { callback(loop.api, handle, data) }

    private var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    private static func of(_ handle: OpaquePointer?) -> PulseDefer? {
        handle.map { Unmanaged<PulseDefer>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func fill(_ api: inout pa_mainloop_api) {
        api.defer_new = { api, callback, data in
            guard let loop = PulseLoop.of(api), let callback else { return nil }
            let work = PulseDefer(loop, callback, data)
            loop.add(work)
            return OpaquePointer(Unmanaged.passRetained(work).toOpaque())
        }
        api.defer_enable = { handle, isOn in
            guard let work = PulseDefer.of(handle) else { return }
            work.isEnabled = isOn != 0
            work.loop.plan()
        }
        api.defer_free = { handle in
            guard let handle, let work = PulseDefer.of(handle), !work.isFree else { return }
            work.isFree = true
            work.loop.remove(work)
            work.destroy?(work.loop.api, handle, work.data)
            Unmanaged<PulseDefer>.fromOpaque(UnsafeRawPointer(handle)).release()
        }
        api.defer_set_destroy = { handle, destroy in PulseDefer.of(handle)?.destroy = destroy }
    }
}
