// SPDX-License-Identifier: Apache-2.0

internal import BatonKeysLink
internal import BatonReactor

/// The record of what was done to a display and is not undone yet; batond has a copy, which outlives this process.
final class Ledger {
    /// What has to be undone, in the order it was done.
    private(set) var held: [HeldKey] = []
    /// The command that reports are about.
    var id: UInt32 = 0

    private let send: (KeysReport) throws(LinkError) -> Void

    /// Makes an empty one.
    ///
    /// - Parameter send: puts a report where it stays even if this process ends at once.
    init(send: @escaping (KeysReport) throws(LinkError) -> Void) {
        self.send = send
    }

    /// Announces what is done next.
    ///
    /// - Throws: when batond does not hear it: then it must not be done.
    func open(_ key: HeldKey) throws(KeysFailure) {
        do throws(LinkError) {
            try send(.willPress(id: id, key))
        } catch {
            throw .failed("batond does not hear: \(error)")
        }
        held.append(key)
    }

    /// Reports what has been undone.
    func close(_ key: HeldKey) {
        held.removeAll { $0 == key }
        // Nobody there to hear it is no reason to stop tidying.
        try? send(.released(id: id, key))
    }

    /// Reports anything else.
    func report(_ report: KeysReport) {
        try? send(report)
    }

    /// Releases all keys of a display, the last one first; one that cannot be released does not keep the others down.
    func releaseAll(
        on display: KeyDisplay, by release: (UInt32) throws(KeysFailure) -> Void
    ) throws(KeysFailure) {
        var failure: KeysFailure?
        for key in held.reversed() where key.display == display {
            do throws(KeysFailure) {
                try release(key.code)
            } catch {
                failure = error
            }
            close(key)
        }
        if let failure { throw failure }
    }
}
