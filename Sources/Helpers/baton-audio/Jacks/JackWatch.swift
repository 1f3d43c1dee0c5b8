// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonInterruptions
import BatonReactor
import Glibc

/// What is plugged into the sound cards while there is no sound server: the players use ALSA then, and the kernel says what is
/// unplugged (rules I20 and I22).
///
/// Each jack is told as a sink with the number of its event node. The nodes are looked for again whenever the server was in vain.
final class JackWatch {
    /// The most jacks; a card has a handful.
    private static let most = 32
    private static let longestName = 255

    /// Called with each fact.
    var onFact: ((AudioFact) -> Void)?

    private let reactor: Reactor
    private let classes: String
    private let devices: String
    private var jacks: [UInt32: JackSwitch] = [:]

    /// - Parameters:
    ///   - classes: the folder of sysfs that has the capabilities of input devices.
    ///   - devices: the folder of the device nodes.
    init(_ reactor: Reactor, classes: String = "/sys/class/input", devices: String = "/dev/input") {
        self.reactor = reactor
        self.classes = classes
        self.devices = devices
    }

    /// Looks for jacks, and watches those that may be read.
    func look() {
        guard let directory = opendir(classes) else { return }
        defer { closedir(directory) }
        while jacks.count < Self.most, let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name.hasPrefix("event"), let number = UInt32(name.dropFirst(5)) else { continue }
            if jacks[number] == nil { open(name, number) }
        }
    }

    /// Closes all of them, and tells nothing any more.
    func close() {
        for jack in jacks.values { jack.close() }
        jacks = [:]
    }

    private func open(_ name: String, _ number: UInt32) {
        let switches = Self.switches("\(classes)/\(name)/device/capabilities/sw")
        guard switches & JackSwitch.outputs != 0 else { return }
        let jack = JackSwitch(path: "\(devices)/\(name)", reactor: reactor) { [weak self] in self?.changed(number, $0) }
        guard let jack else { return }
        jacks[number] = jack
        if jack.isPluggedIn { tell(number) }
    }

    private func changed(_ number: UInt32, _ change: JackSwitch.Change) {
        switch change {
        case .pluggedIn: tell(number)
        case .unplugged: onFact?(.jackGone(number))
        case .gone:
            // A card that is pulled out takes its jacks with it.
            if jacks.removeValue(forKey: number)?.isPluggedIn ?? false { onFact?(.jackGone(number)) }
        }
    }

    private func tell(_ number: UInt32) {
        let folder = "\(classes)/event\(number)/device"
        let name = (SmallFile.firstLine("\(folder)/name") ?? "").utf8.prefix(Self.longestName)
        let isDisplay = Self.switches("\(folder)/capabilities/sw") & JackSwitch.display != 0
        let sink = AudioSink(
            index: number, kind: .jack, transport: isDisplay ? .hdmi : .analog, name: "event\(number)",
            label: String(decoding: name, as: UTF8.self))
        onFact?(.sink(sink))
    }

    /// The switches that a device has: hexadecimal words, of which the last one has the lowest numbers.
    private static func switches(_ file: String) -> UInt64 {
        SmallFile.firstLine(file)?.split(separator: " ").last.flatMap { UInt64($0, radix: 16) } ?? 0
    }
}
