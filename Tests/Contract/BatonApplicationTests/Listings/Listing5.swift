// SPDX-License-Identifier: Apache-2.0

import BatonEvents

/// Listings 5-1, 5-2 and 5-3: a controller that receives media commands while its view is there.
final class MusicController: ViewController {
    let tracks = ["Prelude", "Fugue", "Aria"]
    private(set) var track = 0
    private(set) var isPlaying = false

    override var canBecomeFirstResponder: Bool { true }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        window?.application?.beginReceivingRemoteControlEvents()
        becomeFirstResponder()
    }

    override func viewWillDisappear(_ animated: Bool) {
        window?.application?.endReceivingRemoteControlEvents()
        resignFirstResponder()
        super.viewWillDisappear(animated)
    }

    override func remoteControlReceived(with event: Event) {
        guard event.type == .remoteControl else { return super.remoteControlReceived(with: event) }
        switch event.subtype {
        case .remoteControlTogglePlayPause: isPlaying.toggle()
        case .remoteControlPreviousTrack: track = (track + tracks.count - 1) % tracks.count
        case .remoteControlNextTrack: track = (track + 1) % tracks.count
        default: super.remoteControlReceived(with: event)
        }
    }
}
