// SPDX-License-Identifier: Apache-2.0

/// What became of a simulated shake: the sentence and the exit status.
struct SimulationOutcome: Hashable, Sendable {
    let text: String
    let status: ExitStatus

    /// - Parameters:
    ///   - outcome: the agent's word.
    ///   - responder: who took it; empty for nobody.
    init(_ outcome: String, responder: String) {
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
            text = "A guard refused it; the log says why: journalctl --user -u batond"
            status = .failure
        case "failed":
            text =
                "It failed; the log says why: journalctl --user -u batond. 'batonctl doctor' tells which ways there are."
            status = .failure
        case "timeout":
            text = responder.isEmpty ? "Somebody did not answer in time." : "\(name) did not answer in time."
            status = .failure
        default:
            text = "It was refused: \(outcome)" + (responder.isEmpty ? "" : " (\(name))")
            status = .failure
        }
    }
}
