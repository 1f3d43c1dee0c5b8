// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonSetup

/// Whether the set-up has changed the media keys of the desktop, here or in a terminal, and when to ask anew what became of them.
///
/// While a page that shows it is on the screen, the folder of the records is watched. Nothing polls.
final class KeysWatch {
    /// Called when it is time to ask what the keys do: at once after a change, and once more when batond has noticed it.
    var onLook: (() -> Void)?
    /// Whether they are changed, and that was not taken back.
    private(set) var areBound: Bool

    private let environment: SetupEnvironment
    private let reactor: Reactor
    private lazy var watch = FolderWatch(on: reactor) { [weak self] in self?.noticed() }
    private var later: ReactorTimer?
    private var isFollowed = false
    /// Whether something has changed, and the last look at it is still to come.
    private var isOwed = false

    /// batond notices another program's change of shortcuts about a second later.
    private static let settling = Duration.milliseconds(2500)

    init(_ environment: SetupEnvironment, on reactor: Reactor) {
        (self.environment, self.reactor) = (environment, reactor)
        areBound = environment.hasBoundKeys
    }

    deinit { later?.cancel() }

    /// Begins or ends to be of interest.
    func follow(_ isWanted: Bool) {
        guard isWanted != isFollowed else { return }
        isFollowed = isWanted
        if isWanted {
            noticed()
            if isOwed, later?.isScheduled != true { changed() }
        } else {
            later?.cancel()
            watch.end()
        }
    }

    /// Something may have changed the keys, which may be told before batond knows.
    func changed() {
        isOwed = true
        read()
        guard isFollowed else { return }
        later?.cancel()
        later = reactor.schedule(after: Self.settling, tolerance: .milliseconds(250)) { [weak self] in self?.settled() }
        onLook?()
    }

    /// Looks again whether they are changed.
    func read() { areBound = environment.hasBoundKeys }

    private func settled() {
        isOwed = false
        read()
        onLook?()
    }

    private func noticed() {
        // What changes while it is read is told by the new watch.
        watch.observe(environment.stateDirectory.map { [FolderWatch.folder(above: "\($0)/")] } ?? [])
        let old = areBound
        read()
        if areBound != old { changed() }
    }
}
