// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorSection {
    /// What stands above the rows of a section.
    var title: String {
        switch self {
        case .service: translated("Baton itself")
        case .session: translated("The session")
        case .sensor: translated("The motion sensor")
        case .focus: translated("The app in front")
        case .route: translated("Ways to undo")
        case .notifications: translated("Notifications")
        case .input: translated("Where presses come from")
        case .interruptions: translated("What pauses players")
        case .machines: translated("Machines")
        }
    }
}
