// SPDX-License-Identifier: Apache-2.0

internal import BatonEvents

/// The agent's application: remote-control events go to the media window, as iOS sends them to the playing app and not to
/// the app in front (design §2).
@MainActor
final class AgentApplication: Application {
    let mediaWindow: MediaWindow

    init(mediaWindow: MediaWindow) {
        self.mediaWindow = mediaWindow
        super.init()
        addWindow(mediaWindow)
        beginReceivingRemoteControlEvents()
    }

    override func window(for event: Event) -> Window? {
        event.type == .remoteControl ? mediaWindow : super.window(for: event)
    }

    override func didDisable(_ event: Event) {
        (event as? CommandEvent)?.finish(.unhandled(.disabled))
    }

    /// Applies `[remote-control] disabled` (rule C6).
    func setDisabled(_ disabled: [RemoteControlSubtype]) {
        for subtype in RemoteControlSubtype.allCases {
            setEnabled(!disabled.contains(subtype), for: subtype)
        }
    }
}
