// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import BatonValues
import Testing

@testable import BatonIntake
@testable import BatonRouting
@testable import BatonSettings

/// The inputs of presses, before the chain (rules B8, B9 and C3).
@MainActor
@Suite struct InputRegistryTests {
    private let reactor: Reactor
    private let window = MediaWindow(order: RoutingOrder(policy: .playing, pin: nil))
    private let intake: CommandIntake
    private let inputs: InputRegistry

    init() throws {
        reactor = try Reactor()
        let application = AgentApplication(mediaWindow: window, desktopWindow: DesktopWindow())
        intake = CommandIntake(
            application: application, launcher: Launcher(reactor: reactor, environment: [:]),
            seeking: SeekSessions(reactor: reactor, window: window, steps: Configuration.Seek()),
            longestHold: .milliseconds(200), isLocked: { false }, reactor: reactor)
        inputs = InputRegistry(intake: intake)
    }

    /// The events that reach the chain while `body` runs: "nextTrack evdev: A headset".
    private func sent(_ body: () -> Void) -> [String] {
        var result: [String] = []
        let observation = intake.observe { result.append("\($0.event.command) \($0.event.inputText)") }
        body()
        observation.cancel()
        return result
    }

    @Test("a press goes down the chain with its time and its source's name")
    func press() {
        let headset = inputs.add(.evdev, name: "A headset")
        #expect(sent { headset.submit(.nextTrack, at: .seconds(5)) } == ["nextTrack evdev: A headset"])
        #expect(headset.last?.at == .seconds(5))
    }

    @Test("B8: one press by two paths counts once; two devices, and a path's own presses, count each")
    func once() {
        let keys = inputs.add(.evdev, name: "keys", device: "usb-1")
        let consumer = inputs.add(.evdev, name: "consumer", device: "usb-1")
        let other = inputs.add(.evdev, name: "other", device: "usb-2")
        let bluetooth = inputs.add(.bluetooth, name: "hci0")
        var duplicates: [String] = []
        let observation = inputs.observe { if case .duplicate(_, let input) = $0 { duplicates.append(input.name) } }
        defer { observation.cancel() }
        let result = sent {
            keys.submit(.nextTrack, at: .milliseconds(1000))
            consumer.submit(.nextTrack, at: .milliseconds(1005))
            bluetooth.submit(.nextTrack, at: .milliseconds(1080))
            other.submit(.nextTrack, at: .milliseconds(1200))
            other.submit(.nextTrack, at: .milliseconds(1210))
        }
        #expect(result == ["nextTrack evdev: keys", "nextTrack evdev: other", "nextTrack evdev: other"])
        #expect(duplicates == ["consumer", "hci0"])
    }

    @Test("B8, C3: a short press of a seek key by two paths has one end, in any order and whatever the other sends")
    func seekingOnce() {
        func begins(_ paths: [(InputKind, RemoteControlSubtype, Int)]) -> [String] {
            var added: [InputKind: Input] = [:]
            for kind in [InputKind.evdev, .mediaKeys, .kde, .portal] { added[kind] = inputs.add(kind, name: "a") }
            defer { for input in added.values { input.remove(at: .seconds(60)) } }
            return sent {
                for (kind, command, instant) in paths { added[kind]?.submit(command, at: .milliseconds(instant)) }
            }
        }
        let begin = RemoteControlSubtype.beginSeekingForward
        let end = RemoteControlSubtype.endSeekingForward
        // A settings daemon reports the press only, so the end comes with it.
        for other in [InputKind.mediaKeys, .kde, .portal] {
            #expect(
                begins([(.evdev, begin, 1000), (other, begin, 1002), (other, end, 1002), (.evdev, end, 1060)])
                    == ["beginSeekingForward evdev: a", "endSeekingForward evdev: a"])
            #expect(
                begins([(other, begin, 2000), (other, end, 2000), (.evdev, begin, 2002), (.evdev, end, 2060)])
                    == ["beginSeekingForward \(other.rawValue): a", "endSeekingForward \(other.rawValue): a"])
            // Both report the release.
            #expect(
                begins([(other, begin, 3000), (.evdev, begin, 3002), (.evdev, end, 3060), (other, end, 3062)])
                    == ["beginSeekingForward \(other.rawValue): a", "endSeekingForward \(other.rawValue): a"])
            #expect(
                begins([(.evdev, begin, 4000), (other, begin, 4002), (other, end, 4900), (.evdev, end, 4902)])
                    == ["beginSeekingForward evdev: a", "endSeekingForward evdev: a"])
        }
    }

    @Test("C3: the faces, the control object and each source are paths of their own, whoever calls")
    func paths() {
        let added = [inputs.add(.evdev, name: "a"), inputs.add(.evdev, name: "b")]
        var paths: [CommandPath] = []
        let observation = intake.observe { paths.append($0.event.path) }
        defer { observation.cancel() }
        for sender in [":1.1", ":1.2"] as [BusName] {
            intake.submit(.play, input: .mpris, sender: sender) { _ in }
            intake.submit(.play, input: .control, sender: sender) { _ in }
        }
        for input in added { input.submit(.play, at: .seconds(5)) }
        #expect(paths == [.face, .control, .face, .control] + added.map { .input($0.number) })
        #expect(Set(paths).count == 4)
    }

    @Test("B9: a source that goes while it seeks has let go; what repeats a beginning owes no end")
    func gone() {
        let keys = inputs.add(.evdev, name: "keys")
        let portal = inputs.add(.portal, name: "portal")
        let result = sent {
            keys.submit(.beginSeekingForward, at: .milliseconds(1000))
            portal.submit(.beginSeekingForward, at: .milliseconds(1010))
            portal.remove(at: .milliseconds(1500))
            keys.remove(at: .milliseconds(2000))
            keys.submit(.nextTrack, at: .milliseconds(2100))
        }
        #expect(result == ["beginSeekingForward evdev: keys", "endSeekingForward evdev: keys"])
        #expect(inputs.all.isEmpty)
    }
}
