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
        case "disabled", "off":
            text = "Shaking is off. Switch it on: batonctl shake on"
            status = .failure
        case "paused":
            text = "Shaking is paused. End that: batonctl shake pause 0"
            status = .failure
        default:
            text = "It was refused: \(outcome)" + (responder.isEmpty ? "" : " (\(name))")
            status = .failure
        }
    }
}
