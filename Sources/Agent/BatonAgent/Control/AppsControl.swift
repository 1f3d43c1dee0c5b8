// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonRouting

/// The apps that register as responders.
@MainActor
final class AppsControl: ControlMembers {
    private let apps: AppRegistry
    private let window: MediaWindow
    /// Checks what an app requires of the machine (rule CAP6).
    private let motion: MotionControl

    init(apps: AppRegistry, window: MediaWindow, motion: MotionControl) {
        self.apps = apps
        self.window = window
        self.motion = motion
    }

    var methods: [Method] {
        [
            ApplicationInterface.register.served { [apps, motion] call, arguments in
                call.answer { () throws(DBusError) in
                    let options = try AppOptions(arguments.1.values)
                    try motion.check(options.requiredCapabilities)
                    try apps.register(call.sender, arguments.0, options)
                }
            },
            ApplicationInterface.unregister.served { [apps] call, path in
                call.answer { () throws(DBusError) in try apps.unregister(call.sender, path) }
            },
            ApplicationInterface.becomeFirstResponder.served { [apps, window] call, path in
                call.answer { () throws(DBusError) in
                    let app = try apps.app(of: call.sender, at: path)
                    guard app.canBecomeFirstResponder else { return false }
                    return window.makeFirst(app)
                }
            },
            ApplicationInterface.resignFirstResponder.served { [apps, window] call, path in
                call.answer { () throws(DBusError) in
                    let app = try apps.app(of: call.sender, at: path)
                    let place = window.place(of: app) ?? app
                    window.change { $0.resign(place.id) }
                    return window.orderedResponders.first !== place
                }
            },
        ]
    }
}
