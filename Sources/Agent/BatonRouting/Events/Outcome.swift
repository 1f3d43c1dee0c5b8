// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus

/// The outcome of a command. Each command has exactly one.
package enum Outcome: Sendable {
    /// A responder acted on it.
    case handled(by: ResponderID)
    /// The command had no effect, and no responder failed.
    case unhandled(UnhandledReason)
    /// The responder did not answer within the deadline.
    case timedOut(ResponderID)
    /// The responder answered with an error.
    case failed(ResponderID, DBusError)

    package var responder: ResponderID? {
        switch self {
        case .handled(let id), .timedOut(let id), .failed(let id, _): id
        case .unhandled: nil
        }
    }

    /// The word that `batonctl monitor` prints and that scripts compare.
    package var word: String {
        switch self {
        case .handled: OutcomeWord.handled.rawValue
        case .unhandled(.disabled): OutcomeWord.disabled.rawValue
        case .unhandled: OutcomeWord.unhandled.rawValue
        case .timedOut: OutcomeWord.timeout.rawValue
        case .failed(_, let error): OutcomeWord.error(error.name.rawValue)
        }
    }
}

/// Why no responder handled an event.
package enum UnhandledReason: Equatable, Sendable {
    /// There is no player and no registered app.
    case noResponder
    /// There are responders, but none could act on the event now.
    case declined
    /// The responder at which the event ends could not act on it, and no other responder may get it (rule MPRIS22).
    case refused(ResponderID, Refusal)
    /// The configuration disables this subtype (rule C6).
    case disabled
}

/// Why an event ended at a responder that could not act on it.
package enum Refusal: String, Sendable {
    case cannotPlay = "CanPlay is false"
    case cannotPause = "CanPause is false"
}

extension DBusError {
    /// The error for a caller if the responder did not answer in time.
    package static func timedOut(_ id: ResponderID) -> DBusError {
        DBusError(.timeout, "\(id) did not answer in time and may still act; it is passed over until it is heard again")
    }
}
