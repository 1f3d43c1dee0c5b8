// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// org.baton.Baton1.Application.
package enum ApplicationInterface: InterfaceDeclaration {
    package static var name: InterfaceName { "org.baton.Baton1.Application" }

    package static var summary: String { "Baton: events in, responders, pin and ignore list, monitoring." }

    package static var introduction: String {
        """
        Baton's own interface: bus name org.baton.Baton1, object /org/baton/Baton1.

        This file is made from the declaration of the interface, by which batond serves it. docs/dbus-api.md explains \
        the interface with examples.

        A responder is a media player on the bus or a registered application: it can handle events. Its identifier \
        is the first field in Responders: the bus name of a player, or the unique name and object path of an \
        application, such as ":1.42/org/example/App".

        Programs in a sandbox, and processes that Baton cannot look at, may call SendRemoteControlEvent and \
        PerformRemoteControlEvent and read Version. Everything else is refused to them, mostly with org.freedesktop.DBus.Error.AccessDenied: \
        SECURITY.md has the table. PropertiesChanged has the names of properties only, because not every program \
        that receives it may read the values.
        """
    }

    package static var members: [MemberDescription] {
        [
            sendRemoteControlEvent.description, performRemoteControlEvent.description,
            performRemoteControlEventBefore.description, register.description,
            unregister.description,
            becomeFirstResponder.description, resignFirstResponder.description, pin.description, unpin.description,
            ignore.description, unignore.description, refresh.description, changeVolume.description,
            changeMute.description, changeMicrophone.description, simulateMotion.description,
            calibrateShake.description, undo.description, redo.description, requestConsent.description,
            pauseShake.description, doctor.description, inputs.description, learn.description, tryHeadset.description,
            monitor.description, event.description, version.description, firstResponder.description,
            responders.description, reasons.description,
            trackJumps.description, pinned.description, ignored.description, policy.description,
            shakeToUndo.description, shakePausedUntil.description, undoOffered.description, sensor.description,
            sensorDetails.description, shakePoint.description, shakePointDetails.description, keepsAwake.description,
        ]
    }
}
