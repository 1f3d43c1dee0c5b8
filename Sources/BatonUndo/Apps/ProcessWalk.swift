// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import BatonSession
import Glibc

/// One walk over a process and its descendants, from the window's own on.
///
/// It reads only what the kernel answers without waiting for the process itself: links, names and lists, never its memory.
struct ProcessWalk {
    private let root: String
    private let limits: ProcessInspector.Limits
    private let end: Duration
    private var links = 0
    private var family: ProcessFamily

    init(root: String, limits: ProcessInspector.Limits) {
        self.root = root
        self.limits = limits
        end = ThreadTime.now + limits.time
        family = ProcessFamily(root: root, until: end)
    }

    private var isOver: Bool { ThreadTime.now - family.scanTime >= end }

    /// What the process and its descendants tell.
    mutating func inspect(_ process: Int32) -> ProcessEvidence {
        let folder = "\(root)/\(process)"
        let executable = ProcessName.executable(folder)
        let names = [executable, ProcessName.command(folder)].compactMap(\.self)
        var evidence = ProcessEvidence(names: Array(Set(names)).sorted())
        // The process has ended, is another user's, or denies access (PR_SET_DUMPABLE).
        guard executable != nil else { return evidence }
        switch look(folder) {
        case .holdsMaster: evidence.holdsTerminal = true
        case .unreadable, .exhausted: break
        case .nothing: evidence.holdsTerminal = descendantHoldsMaster(process)
        }
        return evidence
    }

    /// Whether a descendant holds a master; nil when there were too many to look at.
    private mutating func descendantHoldsMaster(_ process: Int32) -> Bool? {
        guard var waiting = family.children(of: process) else { return nil }
        var count = 1
        while let next = waiting.popLast() {
            count += 1
            guard count <= limits.processes, !isOver else { return nil }
            switch look("\(root)/\(next)") {
            case .holdsMaster: return true
            case .exhausted: return nil
            // A browser's sandboxed children cannot be read, and hold no terminal.
            case .unreadable: continue
            case .nothing: break
            }
            guard let children = family.children(of: next) else { return nil }
            waiting += children
        }
        return false
    }

    // MARK: Open files

    private enum Look { case nothing, holdsMaster, unreadable, exhausted }

    /// How many files are looked at between two looks at the time.
    private static let stride = 32

    private mutating func look(_ folder: String) -> Look {
        guard let directory = opendir("\(folder)/fd") else { return .unreadable }
        defer { closedir(directory) }
        let descriptor = dirfd(directory)
        while let entry = readdir(directory) {
            guard let file = ProcessFamily.number(entry) else { continue }
            links += 1
            guard links <= limits.links else { return .exhausted }
            if links.isMultiple(of: Self.stride), isOver { return .exhausted }
            if Self.isMaster(descriptor, file) { return .holdsMaster }
        }
        return .nothing
    }

    /// Whether a link leads to the device that makes pseudo-terminals: `/dev/ptmx`, or the one of a sandbox's own `/dev/pts`.
    private static func isMaster(_ directory: Int32, _ file: Int32) -> Bool {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let base = buffer.baseAddress else { return false }
            let count = readlinkat(directory, "\(file)", base, buffer.count)
            // A longer target is cut; it is another file.
            guard count > 0, count < buffer.count else { return false }
            let target = UnsafeBufferPointer(start: base, count: count).lazy.map { UInt8(bitPattern: $0) }
            return target.elementsEqual("/dev/ptmx".utf8) || target.suffix(9).elementsEqual("/pts/ptmx".utf8)
        }
    }
}

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
