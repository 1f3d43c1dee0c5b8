// SPDX-License-Identifier: Apache-2.0

package import BatonEvents
import BatonSession
package import BatonSettings

/// The agent's application: sends remote-control events to the media window and motion events to the desktop window, as
/// iOS distinguishes the app that plays from the app in front.
@MainActor
package final class AgentApplication: Application, AgentPart {
    package let mediaWindow: MediaWindow
    package let desktopWindow: DesktopWindow

    package init(mediaWindow: MediaWindow, desktopWindow: DesktopWindow) {
        self.mediaWindow = mediaWindow
        self.desktopWindow = desktopWindow
        super.init()
        addWindow(mediaWindow)
        addWindow(desktopWindow)
        beginReceivingRemoteControlEvents()
    }

    package override func window(for event: Event) -> Window? {
        event.type == .remoteControl ? mediaWindow : desktopWindow
    }

    /// Called with a shake that no app handled: Undo is offered (rule M4).
    package var onUnhandledShake: ((MotionEvent) -> Void)?

    package override func motionEnded(_ motion: EventSubtype, with event: Event) {
        guard let shake = event as? MotionEvent, let onUnhandledShake else {
            return super.motionEnded(motion, with: event)
        }
        onUnhandledShake(shake)
    }

    package override func didDisable(_ event: Event) {
        (event as? CommandEvent)?.finish(.unhandled(.disabled))
    }

    /// Applies `[remote-control] disabled` (rule C6) and `[shake] background-motion`.
    package func apply(_ configuration: Configuration) {
        let disabled = configuration.remoteControl.disabled
        for subtype in RemoteControlSubtype.allCases {
            setEnabled(!disabled.contains(subtype), for: subtype)
        }
        desktopWindow.backgroundApps = configuration.shake.backgroundMotion
    }
}
