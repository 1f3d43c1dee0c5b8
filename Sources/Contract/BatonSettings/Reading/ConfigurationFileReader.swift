// SPDX-License-Identifier: Apache-2.0

import CINI

/// Passes a text to libinih line by line and collects the assignments, each with its place.
///
/// libinih reports the line of one error only, cuts long lines and section names silently, takes an indented line as a
/// continuation of the value above, and skips the text after `]`. So the reader checks each line first: a line that
/// libinih would change silently becomes an error, and libinih gets an empty line, or a section whose name means
/// "refused", instead.
package final class ConfigurationFileReader {
    /// The longest line, in bytes without its end. libinih's buffer has 200 bytes.
    package static let longestLine = 190
    /// The longest section name, in bytes. libinih keeps 49 bytes.
    package static let longestSection = 49
    /// Number of diagnostics after which the rest of the text is not read.
    static let mostDiagnostics = 100

    private let bytes: [UInt8]
    private let source: String
    private var position = 0
    private var line = 0
    private var lineStart = 0
    private var buffer: UnsafeMutablePointer<CChar>?
    private var indent = 0
    private var length = 0
    private var isKeyPending = false
    private var sectionLine: Int?

    /// The assignments, in the order of the text.
    package private(set) var assignments: [ConfigurationAssignment] = []
    /// The headers that were accepted, in the order of the text.
    package private(set) var headers: [ConfigurationHeader] = []
    /// The problems of the text, in order.
    package private(set) var diagnostics: [ConfigurationDiagnostic] = []

    private init(_ bytes: [UInt8], source: String) {
        self.bytes = bytes
        self.source = source
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Reads a whole text.
    ///
    /// `source` names the text in places, such as the file's path. The bytes may be anything. Lines end in LF or CRLF;
    /// a byte order mark at the start is skipped.
    package static func read(
        _ bytes: [UInt8], source: String
    ) -> (assignments: [ConfigurationAssignment], diagnostics: [ConfigurationDiagnostic]) {
        let reader = reading(bytes, source: source)
        return (reader.assignments, reader.diagnostics)
    }

    /// Reads a whole text, for callers that need the places of its headers too.
    package static func reading(_ bytes: [UInt8], source: String) -> ConfigurationFileReader {
        let reader = ConfigurationFileReader(bytes, source: source)
        let context = Unmanaged.passUnretained(reader).toOpaque()
        let status = ini_parse_stream(
            { buffer, capacity, context in
                guard let context, let buffer else { return nil }
                return Unmanaged<ConfigurationFileReader>.fromOpaque(context).takeUnretainedValue()
                    .fill(buffer, capacity: Int(capacity)) ? buffer : nil
            }, context,
            { context, section, name, value in
                guard let context else { return 0 }
                return Unmanaged<ConfigurationFileReader>.fromOpaque(context).takeUnretainedValue()
                    .take(section: section, name: name, value: value) ? 1 : 0
            }, context)
        reader.finish(status: Int(status))
        return reader
    }

    /// The most headers without keys that are looked at.
    private static let mostEmpty = 100

    /// The first headers that no key follows.
    var headersWithoutKeys: [ConfigurationHeader] {
        var empty: [ConfigurationHeader] = []
        var next = 0
        for header in headers where empty.count < Self.mostEmpty {
            // Both are in the order of the text.
            while next < assignments.count, assignments[next].sectionPlace.line ?? 0 < header.line { next += 1 }
            let hasKeys = next < assignments.count && assignments[next].sectionPlace.line == header.line
            if !hasKeys { empty.append(header) }
        }
        return empty
    }

    // MARK: Lines in

    /// Writes the next line for libinih to `buffer`, ending in LF. Returns false at the end of the text.
    private func fill(_ buffer: UnsafeMutablePointer<CChar>, capacity: Int) -> Bool {
        closeLine()
        guard position < bytes.count, diagnostics.count < Self.mostDiagnostics, capacity >= 8 else { return false }
        line += 1
        lineStart = position
        let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
        position = min(end + 1, bytes.count)
        var text = bytes[lineStart..<end]
        if text.last == 0x0D { text = text.dropLast() }
        self.buffer = buffer
        let content = text.drop { $0 == 0x20 || $0 == 0x09 }
        indent = content.startIndex - lineStart
        let given: [UInt8]
        if isAcceptable(text, content, capacity: capacity) {
            given = Array(content)
            note(content)
        } else {
            // Without a header here the keys below a refused header would belong to the section above.
            given = content.first == UInt8(ascii: "[") ? [UInt8(ascii: "["), 1, UInt8(ascii: "]")] : []
        }
        length = given.count
        for (index, byte) in given.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[given.count] = CChar(0x0A)
        buffer[given.count + 1] = 0
        return true
    }

    private func isAcceptable(_ text: ArraySlice<UInt8>, _ content: ArraySlice<UInt8>, capacity: Int) -> Bool {
        guard text.count <= min(Self.longestLine, capacity - 3) else {
            return refuse(
                "the line has \(text.count) bytes, the most is \(Self.longestLine); repeat the key for a list")
        }
        if let index = text.firstIndex(where: { ($0 < 0x20 && $0 != 0x09) || $0 == 0x7F }) {
            let code = String(text[index], radix: 16, uppercase: true)
            return refuse("control character 0x\(code.count < 2 ? "0" : "")\(code); remove it", at: index)
        }
        guard String(validating: text, as: UTF8.self) != nil else {
            return refuse("the line is not UTF-8; save the file as UTF-8")
        }
        guard let first = content.first, !";#".utf8.contains(first) else { return true }
        if content.last == UInt8(ascii: "\\") {
            return refuse("a line cannot go on in the next; repeat the key for a list", at: content.endIndex - 1)
        }
        return first == UInt8(ascii: "[") ? isAcceptable(header: content) : true
    }

    private func isAcceptable(header: ArraySlice<UInt8>) -> Bool {
        guard let end = header.firstIndex(of: UInt8(ascii: "]")) else {
            return refuse("a section's header ends in ']'", at: header.endIndex - 1)
        }
        let name = header[header.startIndex + 1..<end]
        if let index = name.firstIndex(where: { ";#[".utf8.contains($0) }) {
            return refuse("a section's name has no ';', '#' or '['", at: index)
        }
        guard name.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { return refuse("the section has no name") }
        guard name.count <= Self.longestSection else {
            return refuse("the section's name has \(name.count) bytes, the most is \(Self.longestSection)")
        }
        let rest = header[(end + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.isEmpty || ";#".utf8.contains(rest[rest.startIndex]) else {
            return refuse("text after ']'; write it on a line of its own", at: rest.startIndex)
        }
        return true
    }

    private func note(_ content: ArraySlice<UInt8>) {
        guard let first = content.first else { return }
        if first == UInt8(ascii: "[") {
            sectionLine = line
            let name = content.dropFirst().prefix { $0 != UInt8(ascii: "]") }
            headers.append(ConfigurationHeader(section: String(decoding: name, as: UTF8.self), line: line))
        } else {
            isKeyPending = !";#".utf8.contains(first)
        }
    }

    // MARK: Assignments out

    private func take(
        section: UnsafePointer<CChar>?, name: UnsafePointer<CChar>?, value: UnsafePointer<CChar>?
    ) -> Bool {
        guard let section, let name, let value else { return false }
        isKeyPending = false
        // The header was refused and reported: its keys are dropped.
        guard section.pointee != 1 else { return true }
        let place = place(of: name)
        guard name.pointee != 0 else {
            diagnostics.append(.error(place, "no key before '='; write 'key = value'"))
            return true
        }
        assignments.append(
            ConfigurationAssignment(
                section: String(cString: section), sectionPlace: ConfigurationPlace(source, line: sectionLine ?? line),
                name: String(cString: name), value: String(cString: value), place: place,
                valuePlace: self.place(of: value)))
        return true
    }

    /// The place in the file of a pointer of libinih into the line buffer; the whole line if it points elsewhere.
    private func place(of pointer: UnsafePointer<CChar>) -> ConfigurationPlace {
        guard let buffer else { return ConfigurationPlace(source, line: line) }
        let offset = pointer - UnsafePointer(buffer)
        guard (0...length).contains(offset) else { return ConfigurationPlace(source, line: line) }
        return place(at: lineStart + indent + offset)
    }

    private func place(at index: Int) -> ConfigurationPlace {
        let before = bytes[lineStart..<min(max(index, lineStart), bytes.count)]
        let characters = before.count { $0 & 0xC0 != 0x80 }
        return ConfigurationPlace(source, line: line, column: characters + 1)
    }

    private func refuse(_ message: String, at index: Int? = nil) -> Bool {
        diagnostics.append(.error(index.map(place(at:)) ?? ConfigurationPlace(source, line: line), message))
        return false
    }

    /// Reports a line that libinih ignored: libinih calls ``take(section:name:value:)`` for an assignment before it
    /// asks for the next line.
    private func closeLine() {
        guard isKeyPending else { return }
        isKeyPending = false
        diagnostics.append(.error(place(at: lineStart + indent), "neither 'key = value' nor '[section]'"))
    }

    private func finish(status: Int) {
        closeLine()
        if diagnostics.count >= Self.mostDiagnostics, position < bytes.count {
            diagnostics.append(
                .error(ConfigurationPlace(source, line: line), "too many problems; the lines after this were not read"))
        } else if status != 0, diagnostics.isEmpty {
            diagnostics.append(
                .error(ConfigurationPlace(source, line: max(1, status)), "libinih could not read this line"))
        }
    }
}
