// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonTemplate
import BatonValues

/// A query to a player, and the form of its answer.
struct PlayerQuery: Sendable {
    enum Subject: Sendable {
        case status
        case position
        case volume
        case loop
        case shuffle
        case rate
        case metadata(keys: [String])
    }

    let subject: Subject
    var format: Template?
    var isJSON = false
    /// Whether each answer is one record, as with `--follow`: line ends and tabs in the player's texts become spaces.
    var isRecord = false

    /// A query with what the command line says of its answer.
    ///
    /// - Throws: ``CommandError`` for an invalid template.
    init(_ subject: Subject, format: String?, isJSON: Bool) throws(CommandError) {
        self.subject = subject
        self.isJSON = isJSON
        guard let format else { return }
        if isJSON { throw CommandError("--format and --json exclude each other.", status: .usage) }
        do { self.format = try Template(format) } catch { throw .execution(error) }
    }

    init(subject: Subject, isJSON: Bool = false) {
        self.subject = subject
        self.isJSON = isJSON
    }

    /// The answer for `player`, or the reason why it has none.
    func action(for player: PlayerSnapshot) throws(CommandError) -> PlayerAction {
        if isJSON { return json(player).map { .print($0.text) } ?? .pass("it has no \(property.name)") }
        guard let format else { return plain(player).map { .print($0) } ?? .pass("it has no \(property.name)") }
        switch subject {
        case .metadata where player.metadata.isEmpty: return .pass("it has no metadata")
        case .status where player.status == nil, .volume where player.volume == nil,
            .shuffle where player.shuffle == nil, .rate where player.rate == nil:
            return .pass("it has no \(property.name)")
        default: break
        }
        do {
            return .print(try format.expand { isRecord ? player.variable($0)?.onOneLine : player.variable($0) })
        } catch {
            throw .execution(error)
        }
    }

    /// The property that the query reads.
    var property: PlayerProperty {
        switch subject {
        case .status: .playbackStatus
        case .position: .position
        case .volume: .volume
        case .loop: .loopStatus
        case .shuffle: .shuffle
        case .rate: .rate
        case .metadata: .metadata
        }
    }

    /// Whether a change of a property may change the answer.
    func depends(on changed: PlayerProperty) -> Bool {
        if changed == property { return true }
        guard let format else { return false }
        switch changed {
        case .playbackStatus: return format.variables.contains("status") || format.variables.contains("position")
        case .position: return format.variables.contains("position")
        case .volume: return format.variables.contains("volume")
        case .loopStatus: return format.variables.contains("loop")
        case .shuffle: return format.variables.contains("shuffle")
        case .rate: return format.variables.contains("rate")
        case .metadata: return true
        default: return false
        }
    }

    /// Whether the answer changes with time alone while the player plays.
    var ticks: Bool { format?.variables.contains("position") ?? false }

    private func plain(_ player: PlayerSnapshot) -> String? {
        switch subject {
        case .status: return player.status?.onOneLine
        case .position: return player.position.map { Self.fixed(Double($0) / 1_000_000) }
        case .volume: return player.volume.map(Self.fixed)
        case .loop: return player.loop?.onOneLine
        case .shuffle: return player.shuffle.map { $0 ? "On" : "Off" }
        case .rate: return player.rate.map(Self.fixed)
        case .metadata(let keys) where keys.isEmpty: return table(player)
        case .metadata(let keys):
            var lines: [String] = []
            for key in keys {
                guard let value = player.metadata(key) else { return nil }
                let text = ValueText.shown(value)
                lines.append(isRecord ? text.onOneLine : text)
            }
            return lines.joined(separator: "\n")
        }
    }

    private func table(_ player: PlayerSnapshot) -> String? {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.utf8.count))
        }
        let lines = player.metadata.flatMap { entry in
            ValueText.rows(entry.value).map {
                "\(padded(player.name.name, 5)) \(padded(entry.key.onOneLine, 25)) \($0.onOneLine)"
            }
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private func json(_ player: PlayerSnapshot) -> JSON? {
        let answer: (String, JSON)?
        switch subject {
        case .status: answer = player.status.map { ("status", .string($0)) }
        case .position: answer = player.position.map { ("position", .double(Double($0) / 1_000_000)) }
        case .volume: answer = player.volume.map { ("volume", .double($0)) }
        case .loop: answer = player.loop.map { ("loop", .string($0)) }
        case .shuffle: answer = player.shuffle.map { ("shuffle", .boolean($0)) }
        case .rate: answer = player.rate.map { ("rate", .double($0)) }
        case .metadata(let keys):
            let entries =
                keys.isEmpty
                ? player.metadata.map { ($0.key, ValueText.json($0.value)) }
                : keys.compactMap { key in player.metadata(key).map { (key, ValueText.json($0)) } }
            answer =
                entries.isEmpty || (!keys.isEmpty && entries.count < keys.count) ? nil : ("metadata", .object(entries))
        }
        return answer.map { .object([("player", .string(player.name.instance)), $0]) }
    }

    /// Six decimals, as C's `%f` prints.
    static func fixed(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 9e12 else { return "\(number)" }
        let millionths = (number * 1_000_000).rounded(.toNearestOrEven)
        let whole = Int64(clamping: millionths.magnitude)
        let fraction = String(whole % 1_000_000)
        let sign = millionths < 0 ? "-" : ""
        return "\(sign)\(whole / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)"
    }
}

extension String {
    /// The text without line ends, tabs and other control characters.
    fileprivate var onOneLine: String { shown(keepsDirections: true) }
}

extension TemplateValue {
    /// The value with each of its texts on one line.
    fileprivate var onOneLine: TemplateValue {
        switch self {
        case .string(let text): .string(text.onOneLine)
        case .strings(let texts): .strings(texts.map(\.onOneLine))
        case .other(let text, let signature): .other(text.onOneLine, signature: signature)
        case .signed, .unsigned, .double, .boolean: self
        }
    }
}
