// SPDX-License-Identifier: Apache-2.0

import BatonApplication
import BatonDBus
import BatonEvents
import BatonReactor
import Glibc

/// A player that gets play, pause, next and previous from headsets, keys and phones.
///
/// Run it beside batond, then try `batonctl next`; `batonctl players` lists it. It may be started before batond, and lives on
/// when batond starts again.
final class Player: ViewController {
    private static let tracks = ["Prelude", "Fugue", "Aria"]
    private var track = 0
    var isPlaying = true

    override var canBecomeFirstResponder: Bool { true }

    override func viewDidAppear(_ animated: Bool) { becomeFirstResponder() }

    override func remoteControlReceived(with event: Event) {
        switch event.subtype {
        case .remoteControlPlay: isPlaying = true
        case .remoteControlPause, .remoteControlStop: isPlaying = false
        case .remoteControlTogglePlayPause: isPlaying.toggle()
        case .remoteControlNextTrack: track = (track + 1) % Self.tracks.count
        case .remoteControlPreviousTrack: track = (track + Self.tracks.count - 1) % Self.tracks.count
        // What is not handled goes on to the next responder, and then to the next player.
        default: return super.remoteControlReceived(with: event)
        }
        print("\(isPlaying ? "playing" : "paused") \(Self.tracks[track])")
        fflush(nil)
    }
}

/// Tells the host when the player starts or stops: one that plays stands before those that do not.
final class Example: Application {
    let player = Player(view: View())
    var host: ApplicationHost?

    override func sendEvent(_ event: Event) {
        super.sendEvent(event)
        host?.isPlaying = player.isPlaying
    }
}

@main
struct Main {
    static func main() throws {
        guard let address = getenv("DBUS_SESSION_BUS_ADDRESS") else { return print("there is no session bus") }
        let reactor = try Reactor()
        let bus = Connection(address: String(cString: address), reactor: reactor)
        let application = Example()
        let window = Window()
        application.addWindow(window)
        window.rootViewController = application.player
        let host = ApplicationHost(application, identity: "Example", on: bus)
        application.host = host
        host.isPlaying = true
        application.beginReceivingRemoteControlEvents()
        try bus.open()
        try reactor.run()
    }
}
