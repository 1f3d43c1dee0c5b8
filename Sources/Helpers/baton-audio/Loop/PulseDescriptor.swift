// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import CPulse
import Glibc
import SystemPackage

/// A descriptor that libpulse watches (`pa_io_event`).
final class PulseDescriptor {
    private unowned let loop: PulseLoop
    private let file: Int32
    private let callback: pa_io_event_cb_t
    private let data: UnsafeMutableRawPointer?
    private var destroy: pa_io_event_destroy_cb_t?
    private var watch: Watch?
    /// A second descriptor of the same file: a reactor watches each once, libpulse as often as it likes.
    private var copy: FileDescriptor?
    private var isFree = false

    private init(
        _ loop: PulseLoop, _ file: Int32, _ callback: @escaping pa_io_event_cb_t, _ data: UnsafeMutableRawPointer?
    ) {
        self.loop = loop
        self.file = file
        self.callback = callback
        self.data = data
    }

    private func enable(_ flags: pa_io_event_flags_t) {
        var readiness: Readiness = []
        if flags.rawValue & PA_IO_EVENT_INPUT.rawValue != 0 { readiness.insert(.readable) }
        if flags.rawValue & PA_IO_EVENT_OUTPUT.rawValue != 0 { readiness.insert(.writable) }
        // Without interest it is not watched at all: a hang-up would be reported in each turn.
        guard !readiness.isEmpty else { return unwatch() }
        if let watch { watch.readiness = readiness } else { watch = begin(readiness) }
    }

    private func begin(_ readiness: Readiness) -> Watch? {
        let handler: (Readiness) -> Void = { [weak self] in self?.isReady($0) }
        if let watch = try? loop.reactor.watch(FileDescriptor(rawValue: file), for: readiness, handler: handler) {
            return watch
        }
        let number = fcntl(file, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { return nil }
        copy = FileDescriptor(rawValue: number)
        return copy.flatMap { try? loop.reactor.watch($0, for: readiness, handler: handler) }
    }

    private func isReady(_ readiness: Readiness) {
        var flags: UInt32 = 0
        if readiness.contains(.readable) { flags |= PA_IO_EVENT_INPUT.rawValue }
        if readiness.contains(.writable) { flags |= PA_IO_EVENT_OUTPUT.rawValue }
        if readiness.contains(.hangUp) { flags |= PA_IO_EVENT_HANGUP.rawValue }
        if readiness.contains(.error) { flags |= PA_IO_EVENT_ERROR.rawValue }
        callback(
            loop.api, OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), file, pa_io_event_flags_t(flags), data)
    }

    private func unwatch() {
        watch?.cancel()
        watch = nil
        try? copy?.close()
        copy = nil
    }

    private static func of(_ handle: OpaquePointer?) -> PulseDescriptor? {
        handle.map { Unmanaged<PulseDescriptor>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
    }

    static func fill(_ api: inout pa_mainloop_api) {
        api.io_new = { api, file, flags, callback, data in
            guard let loop = PulseLoop.of(api), let callback else { return nil }
            let descriptor = PulseDescriptor(loop, file, callback, data)
            descriptor.enable(flags)
            return OpaquePointer(Unmanaged.passRetained(descriptor).toOpaque())
        }
        api.io_enable = { handle, flags in PulseDescriptor.of(handle)?.enable(flags) }
        api.io_free = { handle in
            guard let handle, let descriptor = PulseDescriptor.of(handle), !descriptor.isFree else { return }
            descriptor.isFree = true
            descriptor.unwatch()
            descriptor.destroy?(descriptor.loop.api, handle, descriptor.data)
            Unmanaged<PulseDescriptor>.fromOpaque(UnsafeRawPointer(handle)).release()
        }
        api.io_set_destroy = { handle, destroy in PulseDescriptor.of(handle)?.destroy = destroy }
    }
}
