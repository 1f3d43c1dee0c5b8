// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

/// The agent's application: remote-control events go to the media window, motion to the desktop window, as iOS tells the
/// playing app from the app in front (design §2).
@MainActor
package final class AgentApplication: Application {
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

    /// A shake that no app took: Undo is offered (rule M4).
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

    /// Applies `[remote-control] disabled` (rule C6).
    package func setDisabled(_ disabled: [RemoteControlSubtype]) {
        for subtype in RemoteControlSubtype.allCases {
            setEnabled(!disabled.contains(subtype), for: subtype)
        }
    }
}
