// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc
import SystemPackage

/// Tells when something in some folders has come, gone or been written: once for all that happens within a moment.
final class FolderWatch {
    private let reactor: Reactor
    private let noticed: () -> Void
    private var descriptor: FileDescriptor?
    private var watch: Watch?
    private var soon: ReactorTimer?

    /// An editor writes in several steps.
    private static let calm = Duration.milliseconds(100)
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF)

    init(on reactor: Reactor, noticed: @escaping () -> Void) {
        (self.reactor, self.noticed) = (reactor, noticed)
    }

    deinit { end() }

    /// Watches other folders than before. What happens from now on is told.
    func observe(_ folders: Set<String>) {
        unwatch()
        let raw = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard raw >= 0 else { return }
        let file = FileDescriptor(rawValue: raw)
        descriptor = file
        for folder in folders { _ = inotify_add_watch(raw, folder, Self.events) }
        watch = try? reactor.watch(file, for: .readable) { [weak self] _ in self?.take() }
    }

    /// Watches nothing any more, and tells nothing.
    func end() {
        soon?.cancel()
        unwatch()
    }

    /// The first folder above a path that is there.
    static func folder(above path: String) -> String {
        var path = path
        repeat {
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
            path = String(path[..<slash])
        } while access(path, F_OK) != 0
        return path
    }

    private func take() {
        guard let descriptor else { return }
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor.rawValue, buffer.baseAddress, buffer.count) > 0 {}
        }
        guard soon?.isScheduled != true else { return }
        soon = reactor.schedule(after: Self.calm) { [weak self] in self?.noticed() }
    }

    private func unwatch() {
        watch?.cancel()
        watch = nil
        try? descriptor?.close()
        descriptor = nil
    }
}
