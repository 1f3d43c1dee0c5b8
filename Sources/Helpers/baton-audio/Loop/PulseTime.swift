// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import CLinux
import CPulse
import Glibc

/// An instant at which libpulse wants to be called once (`pa_time_event`). It counts in the time of the wall clock.
final class PulseTime {
    private unowned let loop: PulseLoop
    private let callback: pa_time_event_cb_t
    private let data: UnsafeMutableRawPointer?
    private var destroy: pa_time_event_destroy_cb_t?
    private var timer: ReactorTimer?
    private var isFree = false

    private init(_ loop: PulseLoop, _ callback: @escaping pa_time_event_cb_t, _ data: UnsafeMutableRawPointer?) {
        self.loop = loop
        self.callback = callback
        self.data = data
    }

    /// Sets the instant; nil for none.
    private func set(_ instant: UnsafePointer<timeval>?) {
        timer?.cancel()
        guard let instant = instant?.pointee else { return }
        var now = timeval()
        gettimeofday(&now, nil)
        // The clock may have been set meanwhile: a wait beyond an hour is a mistake.
        let seconds = min(max(instant.tv_sec - now.tv_sec, -1), 3600)
        let wait = Duration.seconds(seconds) + .microseconds(instant.tv_usec - now.tv_usec)
        timer = loop.reactor.schedule(after: max(wait, .zero), tolerance: .milliseconds(50)) { [self] in
            guard !isFree else { return }
            var instant = instant
            callback(loop.api, OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), &instant, data)
        }
    }

    private static func of(_ handle: OpaquePointer?) -> PulseTime? {
        handle.map { Unmanaged<PulseTime>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func fill(_ api: inout pa_mainloop_api) {
        api.time_new = { api, instant, callback, data in
            guard let loop = PulseLoop.of(api), let callback else { return nil }
            let time = PulseTime(loop, callback, data)
            time.set(instant)
            return OpaquePointer(Unmanaged.passRetained(time).toOpaque())
        }
        api.time_restart = { handle, instant in PulseTime.of(handle)?.set(instant) }
        api.time_free = { handle in
            guard let handle, let time = PulseTime.of(handle), !time.isFree else { return }
            time.isFree = true
            time.timer?.cancel()
            time.timer = nil
            time.destroy?(time.loop.api, handle, time.data)
            Unmanaged<PulseTime>.fromOpaque(UnsafeRawPointer(handle)).release()
        }
        api.time_set_destroy = { handle, destroy in PulseTime.of(handle)?.destroy = destroy }
    }
}
