// SPDX-License-Identifier: Apache-2.0

/// Whether the session is the active one of its seat, as logind says (rule I134). What it has said stands while it is away or does
/// not answer.
struct SessionFront {
    private enum Word {
        /// logind has not answered yet.
        case unknown
        /// There is no logind, no graphical session, or it does not say it: no other session is in front.
        case absent
        case said(Bool)
    }

    private var word = Word.unknown

    /// Nil while that is not known.
    var isActive: Bool? {
        switch word {
        case .unknown: nil
        case .absent: true
        case .said(let isActive): isActive
        }
    }

    /// A question is sent.
    mutating func asks() { if case .absent = word { word = .unknown } }

    mutating func said(_ isActive: Bool) { word = .said(isActive) }

    /// logind is away, or answers without saying it.
    mutating func saysNothing() { if case .unknown = word { word = .absent } }

    /// There is no session of which logind could say it, or it may not be asked.
    mutating func hasNoSession() { word = .absent }
}
