// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// What a program is called, in lower case, as its process tells.
enum ProcessName {
    /// The name of the executable's file; nil when the process has ended or may not be looked at.
    ///
    /// - Parameter folder: the process' folder in `/proc`.
    static func executable(_ folder: String) -> String? {
        let target = [CChar](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = buffer.baseAddress.map { max(0, readlink("\(folder)/exe", $0, buffer.count)) } ?? 0
        }
        guard !target.isEmpty, target.count < 4096 else { return nil }
        let file = target.split(separator: CChar(bitPattern: UInt8(ascii: "/"))).last ?? []
        return clean(file.map(UInt8.init(bitPattern:)))
    }

    /// The name in `comm`, at most 15 bytes; nil when the process has ended. For a script it is the script's, and a process can
    /// change it: evidence against keys only.
    static func command(_ folder: String) -> String? {
        SmallFile.firstLine("\(folder)/comm").map { FocusText.clean($0).lowercased() }
    }

    /// The name of a file without what an upgrade, or NixOS's wrapper (".kitty-wrapped"), has added to it.
    static func clean(_ file: [UInt8]) -> String {
        var name = String(decoding: file, as: UTF8.self)[...]
        if name.hasSuffix(" (deleted)") { name = name.dropLast(10) }
        if name.hasPrefix("."), name.hasSuffix("-wrapped") { name = name.dropFirst().dropLast(8) }
        return FocusText.clean(String(name)).lowercased()
    }
}
