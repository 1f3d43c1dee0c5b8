// SPDX-License-Identifier: Apache-2.0

/// Which responders of a chain were in a window when the chain was recorded. A walk skips one that was and is not any more
/// (rule R5).
struct ChainMembers {
    /// Of the first 64, which is nearly always all.
    private var bits: UInt64 = 0
    private var others: [Bool] = []

    /// Of an empty chain.
    init() {}

    /// Asks each responder of a chain, from its first one on.
    @MainActor
    init(of chain: [Responder], in window: Window?, of application: Application?) {
        var isInside = false
        for (index, responder) in chain.enumerated() {
            isInside = Self.isMember(responder, above: isInside, in: window, of: application)
            if index >= UInt64.bitWidth {
                others.append(isInside)
            } else if isInside {
                bits |= 1 << UInt64(index)
            }
        }
    }

    subscript(index: Int) -> Bool {
        index < UInt64.bitWidth ? bits & 1 << UInt64(index) != 0 : others[index - UInt64.bitWidth]
    }

    /// Whether a responder is in the window.
    ///
    /// - Parameter isInside: whether the one before it in the chain is. What is above a view of the window is in the window as
    ///   well; asking each view would climb to the root each time.
    @MainActor
    private static func isMember(
        _ responder: Responder, above isInside: Bool, in window: Window?, of application: Application?
    ) -> Bool {
        if responder === window || responder === application { return false }
        if isInside, responder.isOfHierarchy { return true }
        return window != nil && responder.window === window
    }
}
