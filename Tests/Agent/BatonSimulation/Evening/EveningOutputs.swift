// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions

/// What a machine can be heard through in an evening, and how its sound cards show that: a laptop's jack beside its speaker, as two
/// ports of a sink or as two profiles with a sink each, a headset over Bluetooth with two profiles, and one on USB.
struct EveningOutputs {
    enum Output: String, CaseIterable {
        case speaker, headphones, headset, usb
    }

    /// How a laptop's card shows its jack.
    enum Jack: CaseIterable {
        /// One sink, whose port changes.
        case ports
        /// A sink for each profile (ALSA's UCM).
        case profiles
    }

    let jack: Jack
    /// Whether there is a speaker: a desktop has none.
    let hasSpeaker: Bool
    private(set) var present: Set<Output>
    /// Whether the headset is used for a call.
    var isHeadsetProfile = false
    /// The output that the user has chosen; nil for the best one.
    var chosen: Output?

    init(jack: Jack, hasSpeaker: Bool, with headsets: Set<Output>) {
        self.jack = jack
        self.hasSpeaker = hasSpeaker
        present = headsets.union(hasSpeaker ? [.speaker] : [])
    }

    mutating func plug(_ output: Output) { present.insert(output) }

    mutating func unplug(_ output: Output) {
        present.remove(output)
        if chosen == output { chosen = nil }
    }

    /// Where what plays is heard; nil for nowhere.
    var heard: Output? {
        if let chosen, present.contains(chosen) { return chosen }
        return [.headset, .usb, .headphones, .speaker].first { present.contains($0) }
    }

    /// Whether sound would be heard anywhere.
    func hasAnother(than output: Output) -> Bool { present.contains { $0 != output } }

    // MARK: What a server shows

    /// The sinks by their names.
    var sinks: [AudioSink] {
        var all: [AudioSink] = []
        let isOnHeadphones = present.contains(.headphones)
        if hasSpeaker || isOnHeadphones {
            let port = isOnHeadphones ? "jack" : "speaker"
            all.append(sink(0, .analog, jack == .ports ? "laptop" : "laptop.\(port)", port: port))
        }
        if present.contains(.headset) {
            all.append(sink(1, .bluetooth, isHeadsetProfile ? "headset.hsp" : "headset.a2dp", port: "headset-output"))
        }
        if present.contains(.usb) { all.append(sink(2, .usb, "usb", port: "")) }
        return all
    }

    private func sink(_ card: UInt32, _ transport: AudioSink.Transport, _ name: String, port: String) -> AudioSink {
        // The number is given when it is shown.
        AudioSink(index: 0, transport: transport, name: name, card: card, port: port)
    }

    /// The cards by their numbers.
    var cards: [AudioCard] {
        let isOnHeadphones = present.contains(.headphones)
        var all = [
            AudioCard(
                index: 0, name: "laptop", isOff: !hasSpeaker && !isOnHeadphones,
                plugged: isOnHeadphones ? ["jack"] : [],
                empty: isOnHeadphones ? [] : ["jack"])
        ]
        if present.contains(.headset) { all.append(AudioCard(index: 1, name: "headset")) }
        if present.contains(.usb) { all.append(AudioCard(index: 2, name: "usb")) }
        return all
    }

    /// The name of the sink through which an output is heard; nil when it is not there.
    func sinkName(of output: Output) -> String? {
        guard present.contains(output) else { return nil }
        let card: UInt32 = output == .headset ? 1 : output == .usb ? 2 : 0
        return sinks.first { $0.card == card }?.name
    }
}
