// SPDX-License-Identifier: Apache-2.0

import BatonProcesses

/// What a process was started with, and the libraries in it that tell what it shows (rules UNDO46 and UNDO47).
public struct ProcessMakeup: Hashable, Sendable {
    /// The options among the arguments of the process and in its variables for them, and what looks like yad's field of a
    /// password; long ones without their middle.
    public var arguments: [String]
    /// Of the libraries that it has mapped the names of those in ``telling``.
    public var libraries: [String]

    /// Describes a process.
    public init(arguments: [String] = [], libraries: [String] = []) {
        self.arguments = arguments
        self.libraries = libraries
    }

    /// The beginnings of the names of libraries that show another machine or display: clients of RDP, VNC, SPICE and NX.
    public static let telling = [
        "libfreerdp", "libgtk-frdp", "libgtk-vnc", "libgvnc", "libnxcl", "libspice-client", "libvncclient", "libxcomp",
    ]

    /// The most arguments that are reported. With more, a message would exceed the link's bound.
    public static let most = 48

    /// An argument in the form in which it is reported; nil if it says nothing of a password.
    public static func telling(argument bytes: some Collection<UInt8>) -> String? {
        let bytes = Array(bytes)
        guard bytes.first == UInt8(ascii: "-") || bytes.suffix(2).elementsEqual(":H".utf8) else { return nil }
        let kept = bytes.count <= longest ? bytes : bytes.prefix(longest - 16) + bytes.suffix(16)
        return String(decoding: kept, as: UTF8.self)
    }

    /// The variables in which a dialog gets more arguments: yad's and bemenu's.
    public static let variables = ["BEMENU_OPTS", "YAD_OPTIONS"]

    /// The arguments in one entry of a process's environment; empty if it is another variable.
    ///
    /// They are written as in a shell. Here each space ends an argument, and quotation marks and backslashes are left out:
    /// options are then found whatever is quoted, and the ends of arguments with spaces too.
    public static func arguments(inVariable entry: some Collection<UInt8>) -> [[UInt8]] {
        guard let name = variables.first(where: { entry.starts(with: Array("\($0)=".utf8)) }) else { return [] }
        let spaces = Set(" \t\n".utf8)
        let marks = Set("\"'\\".utf8)
        return entry.dropFirst(name.utf8.count + 1).split(whereSeparator: spaces.contains)
            .map { $0.filter { !marks.contains($0) } }
    }

    /// The longest argument that is reported whole, in bytes.
    private static let longest = 96

    /// The beginning in ``telling`` that a file's name has; nil if it has none.
    public static func telling(_ file: String) -> String? { telling.first { file.hasPrefix($0) } }
}

extension ProcessMakeup {
    /// Writes it.
    func encode(into writer: inout LinkWriter) {
        writer.write(UInt8(min(arguments.count, Self.most)))
        for argument in arguments.prefix(Self.most) { writer.write(argument) }
        writer.write(UInt8(min(libraries.count, Self.most)))
        for library in libraries.prefix(Self.most) { writer.write(library) }
    }

    /// Reads it.
    init(decoding reader: inout LinkReader) throws(LinkError) {
        func list() throws(LinkError) -> [String] {
            let count = Int(try reader.read(UInt8.self))
            guard count <= Self.most else { throw .malformed }
            var list: [String] = []
            for _ in 0..<count { list.append(try reader.readText()) }
            return list
        }
        self.init(arguments: try list(), libraries: try list())
    }
}
