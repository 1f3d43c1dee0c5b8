// SPDX-License-Identifier: Apache-2.0

/// What a notification says and offers.
struct NotificationContent: Sendable, Equatable {
    /// A choice the user has.
    struct Action: Sendable, Equatable {
        /// What the answer names; "default" is a click on the notification itself.
        let key: String
        /// What the button says.
        let label: String
    }

    /// One line.
    var summary: String
    /// More, in plain text.
    var body = ""
    /// What can be chosen.
    var actions: [Action] = []
    /// How long it is there.
    var timeout = Duration.seconds(7)
}
