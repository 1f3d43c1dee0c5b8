// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import CPulse

/// The reactor as libpulse's main loop: its descriptors, times and deferred work, and no thread.
///
/// libpulse owns the objects that it makes here until it frees them.
final class PulseLoop {
    /// What libpulse gets. It lives as long as this object.
    let api: UnsafeMutablePointer<pa_mainloop_api>
    let reactor: Reactor
    private var deferred: [PulseDefer] = []
    private var isPlanned = false

    init(_ reactor: Reactor) {
        self.reactor = reactor
        api = .allocate(capacity: 1)
        api.initialize(to: pa_mainloop_api())
        api.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
        PulseDescriptor.fill(&api.pointee)
        PulseTime.fill(&api.pointee)
        PulseDefer.fill(&api.pointee)
        // libpulse asks for the end of the loop nowhere that a client comes to.
        api.pointee.quit = { _, _ in }
    }

    deinit {
        api.deinitialize(count: 1)
        api.deallocate()
    }

    /// The loop that libpulse means.
    static func of(_ api: UnsafeMutablePointer<pa_mainloop_api>?) -> PulseLoop? {
        guard let data = api?.pointee.userdata else { return nil }
        return Unmanaged<PulseLoop>.fromOpaque(data).takeUnretainedValue()
    }

    // MARK: Deferred work

    func add(_ work: PulseDefer) {
        deferred.append(work)
        plan()
    }

    func remove(_ work: PulseDefer) { deferred.removeAll { $0 === work } }

    /// Runs the enabled ones at the end of the turn, and again in each turn while one is enabled.
    func plan() {
        guard !isPlanned, deferred.contains(where: \.isEnabled) else { return }
        isPlanned = true
        reactor.deferUntilEndOfTurn { [weak self] in
            guard let self else { return }
            isPlanned = false
            for work in deferred where work.isEnabled && !work.isFree { work.run() }
            plan()
        }
    }
}
