// SPDX-License-Identifier: Apache-2.0

/// A stream whose volume is to be given back, as it is on the disk.
package struct LoweredEntry: Equatable, Sendable {
    /// The server's number; nil for a stream that has ended.
    package let index: UInt32?
    package let name: StreamName
    package let process: UInt32?
    /// What it gets back.
    package let user: ChannelVolumes
    /// What it was lowered to.
    package let lowered: ChannelVolumes
    /// Whether a fade was under way: then it may have any volume between the two (rule VOL11).
    package let isFading: Bool

    package init(
        index: UInt32?, name: StreamName, process: UInt32?, user: ChannelVolumes, lowered: ChannelVolumes,
        isFading: Bool = false
    ) {
        self.index = index
        self.name = name
        self.process = process
        self.user = user
        self.lowered = lowered
        self.isFading = isFading
    }

    init(_ owed: OwedVolume, index: UInt32?) {
        self.init(
            index: index, name: owed.name, process: owed.process, user: owed.user, lowered: owed.lowered,
            isFading: owed.isFading)
    }

    var owed: OwedVolume {
        OwedVolume(name: name, process: process, user: user, lowered: lowered, isFading: isFading)
    }
}

/// The file of streams that are lowered: what baton-audio reads when it begins, and writes before it lowers anything (rule VOL8).
///
/// The first line has the version and the number of the server; each other line has a stream. A line that is not as Baton writes it is
/// left out, and the others count: each of them is a volume of the user's. A line of a stream in a fade has one field more.
package struct LoweredFile: Equatable, Sendable {
    /// The most bytes that are read.
    package static let mostBytes = 128 << 10
    /// The loudest volume that is believed.
    static let loudest = ChannelVolumes.full * 4
    private static let header = "baton-lowered 1"
    private static let longestName = 255
    private static let fading = "fading"

    /// Tells one server from another one: the numbers of streams are a server's own.
    package let server: UInt32
    package let entries: [LoweredEntry]

    package init(server: UInt32, entries: [LoweredEntry]) {
        self.server = server
        self.entries = entries
    }

    /// Reads a file; nil for one of another version.
    package init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        guard let first = lines.first, first.hasPrefix(Self.header + " "),
            let server = UInt32(first.dropFirst(Self.header.count + 1))
        else { return nil }
        self.server = server
        entries = lines.dropFirst().prefix(2 * LoweredVolumes.most).compactMap { Self.entry($0) }
    }

    /// The file.
    package var text: String {
        "\(Self.header) \(server)\n" + entries.map { Self.line($0) + "\n" }.joined()
    }

    private static func line(_ entry: LoweredEntry) -> String {
        let fields =
            [
                entry.index.map { "\($0)" } ?? "-", entry.process.map { "\($0)" } ?? "-", numbers(entry.user),
                numbers(entry.lowered), escaped(entry.name.application), escaped(entry.name.program),
                escaped(entry.name.sandboxedApp), escaped(entry.name.role),
            ] + (entry.isFading ? [fading] : [])
        return fields.joined(separator: "\t")
    }

    private static func entry(_ line: Substring) -> LoweredEntry? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        let isFading = fields.count == 9
        guard fields.count == 8 || isFading && fields[8] == fading, let index = number(fields[0]),
            let process = number(fields[1]),
            let user = volumes(fields[2]), let lowered = volumes(fields[3]),
            user.steps.count == lowered.steps.count,
            zip(user.steps, lowered.steps).allSatisfy({ $0 >= $1 }), user.level > lowered.level
        else { return nil }
        let names = fields[4..<8].compactMap(unescaped)
        guard names.count == 4 else { return nil }
        return LoweredEntry(
            index: index,
            name: StreamName(application: names[0], program: names[1], sandboxedApp: names[2], role: names[3]),
            process: process, user: user, lowered: lowered, isFading: isFading)
    }

    /// A number, or none.
    private static func number(_ text: Substring) -> UInt32?? {
        if text == "-" { return .some(nil) }
        return UInt32(text).map { .some($0) }
    }

    private static func numbers(_ volumes: ChannelVolumes) -> String {
        volumes.steps.map { "\($0)" }.joined(separator: ",")
    }

    private static func volumes(_ text: Substring) -> ChannelVolumes? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt32($0) }
        guard numbers.count == parts.count, (1...ChannelVolumes.mostChannels).contains(numbers.count),
            numbers.allSatisfy({ $0 <= loudest })
        else { return nil }
        return ChannelVolumes(numbers)
    }

    /// The name with hexadecimal numbers for all bytes but letters, figures and some signs.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8.prefix(longestName) {
            let character = Unicode.Scalar(byte)
            if byte < 0x80, character.properties.isAlphabetic || (48...57).contains(byte) || " -_.".utf8.contains(byte)
            {
                result.unicodeScalars.append(character)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return result
    }

    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(Substring(rest.prefix(2))), radix: 16), rest.count >= 2 else { return nil }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        guard bytes.count <= longestName else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
