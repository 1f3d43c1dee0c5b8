// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

extension HookReport {
    /// What the agent tells of a hook that has changed; nil for another message.
    package init?(_ message: Message) {
        guard let told = InterruptionsInterface.hookChanged.arguments(of: message) else { return nil }
        self.init(name: told.0, isRunning: told.1, started: told.2, status: told.3, dropped: told.4)
    }
}
