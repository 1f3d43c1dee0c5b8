// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

/// How a command ended. Every command ends exactly once.
enum Outcome: Sendable {
    /// A responder acted on it.
    case handled(by: ResponderID)
    /// It had an effect nowhere, and no responder failed either.
    case unhandled(UnhandledReason)
    /// The responder did not answer within the deadline.
    case timedOut(ResponderID)
    /// The responder answered with an error.
    case failed(ResponderID, DBusError)

    var responder: ResponderID? {
        switch self {
        case .handled(let id), .timedOut(let id), .failed(let id, _): id
        case .unhandled: nil
        }
    }

    /// The word `batonctl monitor` prints and scripts compare.
    var word: String {
        switch self {
        case .handled: "handled"
        case .unhandled(.disabled): "disabled"
        case .unhandled: "unhandled"
        case .timedOut: "timeout"
        case .failed(_, let error): "error:\(error.name)"
        }
    }
}
