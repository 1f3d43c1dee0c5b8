// SPDX-License-Identifier: Apache-2.0

/// What became of asking the user whether a route may be used.
enum RouteConsent: Sendable, Equatable {
    /// It may.
    case granted
    /// The user said no.
    case denied
    /// Nobody could be asked, and why.
    case failed(String)

    /// The word that `batonctl setup` sees.
    var word: String {
        switch self {
        case .granted: "granted"
        case .denied: "denied"
        case .failed: "failed"
        }
    }

    /// Why, where there is something to say.
    var reason: String? { if case .failed(let reason) = self { reason } else { nil } }
}
