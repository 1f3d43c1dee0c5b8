// SPDX-License-Identifier: Apache-2.0

/// What a row of `Doctor` found that no other part of the agent has a code for. batonctl has the sentences.
package enum DoctorCode: String, CaseIterable, Sendable {
    /// The check did not answer in time.
    case unanswered = "check-unanswered"

    // batond.

    case running
    case unitStarted = "unit-started"
    /// systemd did not start batond as the unit.
    case unitUnused = "unit-not-used"
    case configurationRead = "configuration-read"
    /// It was read, with warnings.
    case configurationWarnings = "configuration-warnings"
    /// What the user has chosen cannot be written to the disk.
    case choicesUnwritten = "choices-unwritten"
    /// `[routing] priority` names players of which none is here.
    case priorityUnmatched = "priority-unmatched"
    /// A shake asks.
    case undoAsks = "undo-asks"
    /// A shake undoes without a question.
    case undoImmediate = "undo-immediate"
    case programFound = "program-found"
    case programMissing = "program-missing"
    /// A helper cannot start without libraries that are not installed.
    case librariesMissing = "libraries-missing"

    // The session.

    /// Nothing forbids an undo.
    case undoPossible = "undo-possible"
    case displayFound = "display-found"
    /// The display that is named does not exist any more.
    case displayGone = "display-gone"
    case displayUnknown = "display-unknown"
    /// No player keeps the screen on, whatever it plays.
    case awakeOff = "awake-off"
    /// None plays that would.
    case awakeIdle = "awake-idle"
    /// Players keep the screen on.
    case awakeHeld = "awake-held"
    /// Players would, and nothing lets Baton do it.
    case awakeRefused = "awake-refused"

    // The app in front.

    case appInFront = "app-in-front"
    /// It never gets a key.
    case deniedAppInFront = "denied-app-in-front"
    /// A shake asks, whatever the configuration says.
    case askingAppInFront = "asking-app-in-front"
    /// On Wayland X11 is asked last, and the doctor does not ask it.
    case x11AskedLast = "x11-asked-last"

    // Routes.

    case routeReady = "route-ready"
    /// The configuration does not name the route, which is one of the usual ones.
    case routeUnused = "route-unused"
    case unusualRouteUnused = "unusual-route-unused"

    // Notifications.

    /// No daemon runs, and the bus can start one.
    case notificationsStartable = "notifications-startable"
    case noNotifications = "no-notifications"
    case notificationsSilent = "notifications-silent"
    /// The daemon has actions to choose from.
    case choicesOffered = "choices-offered"
    case noChoices = "no-choices"

    // Sensors.

    /// A sensor is read, and what it measures or how it is read is wrong.
    case sensorWarning = "sensor-warning"

    // Inputs.

    /// The input delivers presses.
    case listening
    /// A Bluetooth headset is connected, and its buttons come to Baton.
    case headsetConnected = "headset-connected"
    /// None is, and no other one either.
    case noHeadset = "no-headset"
    case noFace = "no-face"
    case faceOwned = "face-owned"
    case faceTaken = "face-taken"
    case faceRefused = "face-refused"
    /// The name is not Baton's yet.
    case faceAwaited = "face-awaited"
    case bluezAbsent = "bluez-absent"
    case adaptersFound = "adapters-found"
    case noAdapters = "no-adapters"
    /// mpris-proxy registers players too.
    case proxyRegisters = "mpris-proxy-registers"
    /// Another program may have registered a player that does nothing.
    case dummyPlayer = "dummy-player"
    /// Shortcuts of the desktop run batonctl.
    case shortcutsBound = "shortcuts-bound"
    /// They did, and are not in the configuration that the desktop has read.
    case shortcutsGone = "shortcuts-gone"
    /// With `wear = yes` a device's belief has no effect.
    case beliefUnused = "belief-not-used"
    case compositorKeepsKeys = "compositor-keeps-keys"
    case desktopKeepsKeys = "desktop-keeps-keys"

    // Interruptions.

    /// The configuration turns all of them off.
    case interruptionsOff = "interruptions-off"
    /// No player plays, so that the sound server is not watched.
    case soundUnwatched = "sound-not-watched"
    case soundWatched = "sound-watched"
    case noSoundServer = "no-sound-server"
    /// baton-audio ends again and again.
    case audioHelperEnds = "audio-helper-ends"
    /// A player plays, and no stream of the sound server is known to be its.
    case streamUnknown = "stream-unknown"
    /// A player says that it plays, and has not been heard here for a while: interruptions leave it alone.
    case playsElsewhere = "plays-elsewhere"
    /// The volume of a player is changed by its stream.
    case volumeByStream = "volume-by-stream"
    /// Players are lowered now.
    case volumesLowered = "volumes-lowered"
    /// WirePlumber pauses players whose output is removed.
    case wirePlumberPauses = "wireplumber-pauses"
    /// PowerDevil pauses players before the machine sleeps.
    case powerDevilPauses = "powerdevil-pauses"
}
