// SPDX-License-Identifier: Apache-2.0

package import BatonInterruptions
package import BatonProcesses

/// A message from `baton-audio` to batond: facts in the order in which they happened.
package struct AudioReport: LinkMessage, Equatable {
    /// The version of the messages in both directions.
    package static var version: UInt8 { AudioCommand.version }

    /// At most ``mostFacts``.
    package var facts: [AudioFact]

    /// The most facts in one message: what is longest of them fits into a socket's message.
    package static let mostFacts = 4
    /// The longest name in a fact, in bytes of UTF-8. A longer one is cut.
    package static let longestName = 255

    /// Makes a report.
    package init(_ facts: [AudioFact]) {
        self.facts = facts
    }

    /// Writes the message.
    package func encode(into writer: inout LinkWriter) {
        writer.write(UInt8(min(facts.count, Self.mostFacts)))
        for fact in facts.prefix(Self.mostFacts) { fact.encode(into: &writer) }
    }

    /// Reads a message.
    package init(decoding reader: inout LinkReader) throws(LinkError) {
        let count = Int(try reader.read(UInt8.self))
        guard count <= Self.mostFacts else { throw .malformed }
        facts = []
        for _ in 0..<count { facts.append(try AudioFact(decoding: &reader)) }
    }
}

extension AudioFact {
    fileprivate func encode(into writer: inout LinkWriter) {
        writer.write(kind)
        switch self {
        case .connected, .disconnected, .listed, .tooMany, .managerGone, .managerBack: break
        case .sink(let sink): sink.encode(into: &writer)
        case .card(let card): card.encode(into: &writer)
        case .defaultSink(let name): writer.write(name: name)
        case .sinkGone(let index), .cardGone(let index), .jackGone(let index), .streamGone(let index),
            .captureGone(let index):
            writer.write(index)
        case .stream(let stream), .capture(let stream): stream.encode(into: &writer)
        case .answered(let number, let answer):
            writer.write(number)
            answer.encode(into: &writer)
        case .lowered(let isPresent, let isOwed):
            writer.write(isPresent)
            writer.write(isOwed)
        }
    }

    private var kind: UInt8 {
        switch self {
        case .connected: 1
        case .disconnected: 2
        case .listed: 3
        case .tooMany: 4
        case .sink: 5
        case .sinkGone: 6
        case .jackGone: 7
        case .stream: 8
        case .streamGone: 9
        case .capture: 10
        case .captureGone: 11
        case .managerGone: 12
        case .managerBack: 13
        case .card: 14
        case .cardGone: 15
        case .defaultSink: 16
        case .answered: 17
        case .lowered: 18
        }
    }

    fileprivate init(decoding reader: inout LinkReader) throws(LinkError) {
        switch try reader.read(UInt8.self) {
        case 1: self = .connected
        case 2: self = .disconnected
        case 3: self = .listed
        case 4: self = .tooMany
        case 5: self = .sink(try AudioSink(decoding: &reader))
        case 6: self = .sinkGone(try reader.read())
        case 7: self = .jackGone(try reader.read())
        case 8: self = .stream(try AudioStream(decoding: &reader))
        case 9: self = .streamGone(try reader.read())
        case 10: self = .capture(try AudioStream(decoding: &reader))
        case 11: self = .captureGone(try reader.read())
        case 12: self = .managerGone
        case 13: self = .managerBack
        case 14: self = .card(try AudioCard(decoding: &reader))
        case 15: self = .cardGone(try reader.read())
        case 16: self = .defaultSink(try reader.readName())
        case 17: self = .answered(try reader.read(), try StreamAnswer(decoding: &reader))
        case 18: self = .lowered(isPresent: try reader.readBool(), isOwed: try reader.readBool())
        default: throw .malformed
        }
    }
}

extension AudioSink {
    fileprivate func encode(into writer: inout LinkWriter) {
        writer.write(index)
        writer.write(kind.rawValue)
        writer.write(transport.rawValue)
        writer.write(number: card)
        for text in [name, label, port, group, master] { writer.write(name: text) }
        writer.write(isMuted)
    }

    fileprivate init(decoding reader: inout LinkReader) throws(LinkError) {
        let index: UInt32 = try reader.read()
        guard let kind = Kind(rawValue: try reader.read()) else { throw .malformed }
        guard let transport = Transport(rawValue: try reader.readText()) else { throw .malformed }
        let card = try reader.readNumber()
        self.init(
            index: index, kind: kind, transport: transport, name: try reader.readName(), label: try reader.readName(),
            card: card, port: try reader.readName(), group: try reader.readName(), master: try reader.readName(),
            isMuted: try reader.readBool())
    }
}

extension AudioCard {
    fileprivate func encode(into writer: inout LinkWriter) {
        writer.write(index)
        writer.write(name: name)
        writer.write(isOff)
        let ports = (plugged.sorted().map { ($0, true) } + empty.sorted().map { ($0, false) }).prefix(Self.mostPorts)
        writer.write(UInt8(ports.count))
        for (port, isPlugged) in ports {
            writer.write(isPlugged)
            writer.write(port.utf8.count <= Self.longestPort ? port : port.cut(to: Self.longestPort))
        }
    }

    fileprivate init(decoding reader: inout LinkReader) throws(LinkError) {
        let index: UInt32 = try reader.read()
        self.init(index: index, name: try reader.readName(), isOff: try reader.readBool())
        let count = Int(try reader.read(UInt8.self))
        guard count <= Self.mostPorts else { throw .malformed }
        for _ in 0..<count {
            let isPlugged = try reader.readBool()
            let port = try reader.readText()
            guard port.utf8.count <= Self.longestPort else { throw .malformed }
            if isPlugged { plugged.insert(port) } else { empty.insert(port) }
        }
    }
}

extension AudioStream {
    fileprivate func encode(into writer: inout LinkWriter) {
        writer.write(index)
        writer.write(isLive)
        writer.write(isMuted)
        writer.write(number: sink)
        writer.write(number: process)
        for text in [application, program, sandboxedApp, role, group] { writer.write(name: text) }
        writer.write(isSilent)
    }

    fileprivate init(decoding reader: inout LinkReader) throws(LinkError) {
        let index: UInt32 = try reader.read()
        let isLive = try reader.readBool()
        let isMuted = try reader.readBool()
        self.init(
            index: index, sink: try reader.readNumber(), isLive: isLive, isMuted: isMuted,
            process: try reader.readNumber(),
            application: try reader.readName(), program: try reader.readName(), sandboxedApp: try reader.readName(),
            role: try reader.readName(), group: try reader.readName(), isSilent: try reader.readBool())
    }
}

extension LinkWriter {
    /// Writes a text, cut after a whole character.
    fileprivate mutating func write(name text: String) {
        write(text.utf8.count <= AudioReport.longestName ? text : text.cut(to: AudioReport.longestName))
    }

    /// Writes a number that may be missing.
    fileprivate mutating func write(number: UInt32?) {
        write(number != nil)
        write(number ?? 0)
    }
}

extension LinkReader {
    fileprivate mutating func readName() throws(LinkError) -> String {
        let text = try readText()
        guard text.utf8.count <= AudioReport.longestName else { throw .malformed }
        return text
    }

    fileprivate mutating func readNumber() throws(LinkError) -> UInt32? {
        let isThere = try readBool()
        let number: UInt32 = try read()
        guard isThere || number == 0 else { throw .malformed }
        return isThere ? number : nil
    }
}

extension String {
    /// As many whole characters of it as fit into so many bytes.
    fileprivate func cut(to most: Int) -> String {
        var end = unicodeScalars.startIndex
        var count = 0
        for index in unicodeScalars.indices {
            count += UTF8.width(unicodeScalars[index])
            if count > most { break }
            end = unicodeScalars.index(after: index)
        }
        return String(unicodeScalars[..<end])
    }
}
