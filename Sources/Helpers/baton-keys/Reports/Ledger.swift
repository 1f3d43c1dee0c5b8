// SPDX-License-Identifier: Apache-2.0

import BatonKeysLink
import BatonProcesses

/// The record of the keys that were pressed or remapped and are not restored yet. batond has a copy, which stays when
/// this process ends (rule UNDO5).
final class Ledger {
    /// The keys to be restored, in the order in which they were pressed or remapped.
    private(set) var held: [HeldKey] = []
    /// The identifier of the present command.
    var id: UInt32 = 0

    private let send: (KeysReport) throws(LinkError) -> Void

    /// Makes an empty ledger.
    ///
    /// - Parameter send: sends a report, so that it arrives even if this process ends right after it.
    init(send: @escaping (KeysReport) throws(LinkError) -> Void) {
        self.send = send
    }

    /// Announces a key that is about to be pressed or remapped.
    ///
    /// - Throws: when the report cannot be sent. Then the key must not be pressed.
    func open(_ key: HeldKey) throws(KeysFailure) {
        do throws(LinkError) {
            try send(.willPress(id: id, key))
        } catch {
            throw .failed("batond does not hear: \(error)")
        }
        held.append(key)
    }

    /// Reports a key that was restored.
    func close(_ key: HeldKey) {
        held.removeAll { $0 == key }
        // If batond is gone, the other keys have to be restored nevertheless.
        try? send(.released(id: id, key))
    }

    /// Sends another report.
    func report(_ report: KeysReport) {
        try? send(report)
    }

    /// Releases all keys of a display in reverse order. If one cannot be released the others still are.
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
