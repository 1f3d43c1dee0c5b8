// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import FuzzSupport

@testable import BatonMPRIS

/// What a player tells, right or wrong, and what is kept of it.
@MainActor
final class PlayerCourse {
    private static let connection: Connection? = (try? Reactor(clock: ManualClock())).map {
        Connection(address: "unix:path=/nowhere", reactor: $0)
    }
    private var now = Duration.seconds(1000)

    func run(_ input: inout FuzzBytes) {
        guard let connection = Self.connection else { fatalError("no reactor") }
        let player = Player(name: "org.mpris.MediaPlayer2.a", owner: ":1.1", connection: connection)
        while !input.isEmpty {
            now += input.interval()
            switch input.choice(6) {
            case 0, 1, 2: apply(to: player, &input)
            case 3: signal(player, &input)
            case 4: answer(player, MediaTime(microseconds: input.integer()))
            default: if input.flag() { player.reset(owner: ":1.2") }
            }
            check(player)
        }
    }

    private func apply(to player: Player, _ input: inout FuzzBytes) {
        let interface = PlayerInterface.allCases[input.choice(PlayerInterface.allCases.count)]
        let names = PlayerProperty.allCases.filter { $0.interface == interface }.map(\.name.rawValue)
        let entries = (0..<input.choice(6)).map { _ in
            let name = input.flag() ? names[input.choice(names.count)] : input.text()
            return DBusDictionary.Entry(.string(name), .variant(input.value()))
        }
        let question = input.flag() ? PropertyQuestion(number: player.nextNumber(), time: now) : nil
        let update = player.apply(entries, of: interface, answering: question, at: now) { problem in
            require(!problem.description.isEmpty, "a problem without a word")
        }
        require(update.changed.intersection(update.removed).isEmpty, "changed and removed: \(update)")
    }

    private func answer(_ player: Player, _ position: MediaTime) {
        let question = PropertyQuestion(number: player.nextNumber(), time: now)
        _ = player.setPosition(position, answering: question, at: now)
    }

    private func signal(_ player: Player, _ input: inout FuzzBytes) {
        let members = [
            "Seeked", "TrackListReplaced", "TrackAdded", "TrackRemoved", "TrackMetadataChanged", "PlaylistChanged",
        ]
        let interface = PlayerInterface.allCases[input.choice(PlayerInterface.allCases.count)]
        let arguments = (0..<input.choice(3)).map { _ in input.value() }
        guard let signal = PlayerSignal(interface, members[input.choice(members.count)], arguments) else { return }
        if case .seeked(let position) = signal { answer(player, position) }
        let message = Message.signal(path: "/a", interface: "a.b", member: signal.member)
        send(signal.arguments.filter { !holdsNUL($0) }, in: message)
    }

    /// What is kept has the types of MPRIS, is bounded, and can be sent on.
    private func check(_ player: Player) {
        let position = player.position(at: now)
        require(position >= 0, "before the beginning: \(position)")
        require(player.position(at: now + .seconds(1)) >= 0, "before the beginning")
        let message = Message.signal(path: "/a", interface: "a.b", member: "C")
        for property in PlayerProperty.allCases {
            guard let value = player.value(of: property) else { continue }
            require(value.signature == property.signature, "\(property.name) is \(value.signature)")
            require(value.approximateSize <= Metadata.maximumSize + 8, "\(property.name) is too large")
            if !holdsNUL(value) { send([value], in: message) }
        }
        let metadata = player.metadata
        require(Set(metadata.keys).count == metadata.keys.count || metadata.keys.count > 64, "a key twice")
        if let length = metadata.length { require(length >= 0, "a length below zero") }
        _ = (player.identity, player.desktopEntry, metadata.title, metadata.artist, metadata.trackNumber)
        if !player.capabilities.contains(.control) {
            require(player.capabilities.isEmpty, "no control, and a capability")
        }
    }

    private func send(_ values: [Value], in message: Message) {
        do {
            try message.append(contentsOf: values)
        } catch {
            // A signature has an end: a property of all types that there are may not fit behind the others.
            require(error.name == .limitsExceeded, "what was read cannot be sent: \(error)")
        }
    }

    /// A text on the bus has no NUL, so that none can have come from there.
    private func holdsNUL(_ value: Value) -> Bool {
        "\(value)".unicodeScalars.contains("\0") || "\(value)".contains("\\0")
    }
}

/// Any times, added and multiplied and asked for in any order.
@MainActor
func checkTimes(_ input: inout FuzzBytes) {
    var clock = PositionClock()
    var now = Duration.zero
    while !input.isEmpty {
        let (one, other) = (MediaTime(microseconds: input.integer()), MediaTime(microseconds: input.integer()))
        require(one + other == other + one && -(-one) >= one - 1, "sums differ: \(one), \(other)")
        require((one - other >= 0) == (one >= other), "differences differ: \(one), \(other)")
        require(one.magnitude >= 0, "a distance below zero")
        _ = one * Double(bitPattern: input.word())
        now += input.interval()
        let told = MediaTime(microseconds: input.integer())
        switch input.choice(6) {
        case 0: clock.set(told, at: now)
        case 1: clock.startTrack(at: now)
        case 2: clock.setStatus([.playing, .paused, .stopped][input.choice(3)], at: now)
        case 3: clock.setRate(Double(bitPattern: input.word()), at: now)
        case 4: clock.setLength(told, at: now)
        default: clock.markStale()
        }
        require(clock.position(at: now) >= 0, "before the beginning")
        require(clock.position(at: now + input.interval()) >= 0, "before the beginning")
    }
}
