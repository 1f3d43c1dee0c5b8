// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What became of a simulated shake: the sentence and the exit status.
struct SimulationOutcome: Hashable, Sendable {
    /// The agent's word.
    let word: String
    let text: String
    let status: ExitStatus

    /// - Parameter arguments: of the answer to `SimulateMotion`.
    init(_ arguments: [Value]) {
        let texts = arguments.map { $0.asString ?? "" } + ["", "", ""]
        self.init(texts[0], responder: texts[1], reason: texts[2])
    }

    /// - Parameters:
    ///   - outcome: the agent's word.
    ///   - responder: who took it; empty for nobody.
    ///   - reason: why nothing was done; empty where there is nothing to say.
    init(_ outcome: String, responder: String, reason: String = "") {
        word = outcome
        let name = ChainTable.short(responder)
        switch outcome {
        case "handled", "done", "undone", "redone":
            text = responder.isEmpty ? outcome : "\(outcome) by \(name)"
            status = .success
        case "unhandled", "":
            text = "Nobody handled it."
            status = .unhandledShake
        case "declined":
            text = "It was declined."
            status = .failure
        case "disabled":
            text = "It is switched off in the configuration."
            status = .failure
        case "refused":
            text = "A guard refused it\(Self.why(reason))"
            status = .failure
        case "failed":
            text = "It failed\(Self.why(reason)) 'batonctl doctor' tells which ways there are."
            status = .failure
        case "timeout":
            text = responder.isEmpty ? "Somebody did not answer in time." : "\(name) did not answer in time."
            status = .failure
        default:
            text = "It was refused: \(outcome)" + (responder.isEmpty ? "" : " (\(name))")
            status = .failure
        }
    }

    private static func why(_ reason: String) -> String {
        reason.isEmpty ? "; the log says why: journalctl --user -u batond." : ": \(reason)."
    }
}
