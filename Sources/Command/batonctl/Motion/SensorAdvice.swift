// SPDX-License-Identifier: Apache-2.0

import BatonAPI

/// What people can do when there are no samples.
enum SensorAdvice {
    /// A sentence for the code of the agent's refusal.
    static func text(for code: ReasonCode) -> String {
        switch code {
        case .sensor(.noAccelerometer):
            "'batonctl simulate-shake' plays a shake without a sensor, and 'batonctl replay' reads a recording."
        case .session(.locked), .session(.screenSaver): "Unlock the session and try again."
        case .session(.inactive): "Run it in the session that is in front."
        default: "'batonctl shake status' says more; see also the log: journalctl --user -u app-org.baton.Baton"
        }
    }
}
