// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonSetup

extension GesturesSetup {
    /// The row of `batonctl inputs` for gestures that run batonctl; empty where none do. The desktop starts a program for each, so the agent
    /// does not know when the last one was.
    var inputRows: [InputReport] {
        guard case .plan(let plan)? = try? answer(), (try? state(plan)) == .present else { return [] }
        return [
            InputReport(
                kind: "gestures", name: plan.name, state: InputStateWord.listening.rawValue, reason: nil, command: "",
                time: 0)
        ]
    }
}
