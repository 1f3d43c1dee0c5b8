// SPDX-License-Identifier: Apache-2.0

package import BatonReactor
import CAdwaita
import SystemPackage

/// Turns a reactor in GLib's loop, which GTK runs.
///
/// The loop watches the reactor's descriptor, so nothing polls, and nothing wakes while nothing happens.
///
/// For example:
/// ```swift
/// let host = LoopHost(try Reactor())
/// ```
package final class LoopHost {
    /// The reactor. Nothing else turns it.
    package let reactor: Reactor
    private var source: UInt32 = 0
    private var soon: UInt32 = 0

    /// Begins to turn a reactor, until the host is released.
    package init(_ reactor: Reactor) {
        self.reactor = reactor
        let data = Unmanaged.passUnretained(self).toOpaque()
        source = g_unix_fd_add(
            reactor.fileDescriptor.rawValue, G_IO_IN,
            { _, _, data in
                LoopHost.of(data)?.turn()
                return 1
            }, data)
        reactor.onWork = { [weak self] in self?.wantTurn() }
        wantTurn()
    }

    deinit {
        reactor.onWork = nil
        g_source_remove(source)
        if soon != 0 { g_source_remove(soon) }
    }

    private static func of(_ data: gpointer?) -> LoopHost? {
        data.map { Unmanaged<LoopHost>.fromOpaque($0).takeUnretainedValue() }
    }

    /// What was scheduled between two turns makes the descriptor readable only in the next.
    private func wantTurn() {
        guard soon == 0 else { return }
        soon = g_idle_add_full(
            G_PRIORITY_DEFAULT,
            { data in
                guard let host = LoopHost.of(data) else { return 0 }
                host.soon = 0
                host.turn()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    private func turn() {
        // Where there was work there may be more; GTK has its turn between.
        if (try? reactor.turn(timeout: .zero)) == true { wantTurn() }
    }
}
