// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
import BatonReactor
import BatonSession
import Glibc

/// One walk over a process and its descendants, beginning with the window's own process.
///
/// It reads only what the kernel answers without waiting for the process: links, names and lists, never the memory of
/// the process.
struct ProcessWalk {
    private let root: String
    private let limits: ProcessInspector.Limits
    private let end: Duration
    private var links = 0
    private var family: ProcessFamily
    /// Of the window's own process: the sockets that it has open, and whether it has the device of a hypervisor.
    private var sockets: Set<UInt64> = []
    private var runsMachine = false

    init(root: String, limits: ProcessInspector.Limits) {
        self.root = root
        self.limits = limits
        end = ThreadTime.now + limits.time
        family = ProcessFamily(root: root, until: end)
    }

    private var isOver: Bool { ThreadTime.now - family.scanTime >= end }

    /// Inspects the process and its descendants.
    mutating func inspect(_ process: UInt32) -> ProcessEvidence {
        guard let files = ProcessFiles(of: process, root: root) else { return ProcessEvidence() }
        let executable = ProcessName.executable(files)
        let names = [executable, ProcessName.command(files)].compactMap(\.self)
        var evidence = ProcessEvidence(names: Array(Set(names)).sorted())
        // The process has ended, belongs to another user, or denies access (PR_SET_DUMPABLE).
        guard executable != nil else { return evidence }
        let ownLook = look(files, isOwn: true)
        evidence.runsMachine = runsMachine
        evidence.displays = ServedDisplays(of: files, sockets: sockets)
        switch ownLook {
        case .holdsMaster: evidence.holdsTerminal = true
        case .unreadable, .exhausted: break
        case .nothing: evidence.holdsTerminal = descendantHoldsMaster(files)
        }
        return evidence
    }

    /// The displays that a process serves itself; its descendants are not looked at.
    mutating func displays(of process: UInt32) -> ServedDisplays {
        guard let files = ProcessFiles(of: process, root: root) else { return ServedDisplays() }
        _ = look(files, isOwn: true)
        return ServedDisplays(of: files, sockets: sockets)
    }

    /// Whether a descendant holds a master; nil if there were too many to look at.
    private mutating func descendantHoldsMaster(_ files: ProcessFiles) -> Bool? {
        guard var waiting = family.children(of: files) else { return nil }
        var count = 1
        while let next = waiting.popLast() {
            count += 1
            guard count <= limits.processes, !isOver else { return nil }
            // A process that has ended holds nothing.
            guard let files = ProcessFiles(of: next, root: root) else { continue }
            switch look(files) {
            case .holdsMaster: return true
            case .exhausted: return nil
            // A browser's sandboxed children cannot be read, and hold no terminal.
            case .unreadable: continue
            case .nothing: break
            }
            guard let children = family.children(of: files) else { return nil }
            waiting += children
        }
        return false
    }

    // MARK: Open files

    private enum Look { case nothing, holdsMaster, unreadable, exhausted }

    /// How many files are looked at between two checks of the time. A larger number may exceed the bound of time by
    /// more.
    private static let stride = 32

    /// - Parameter isOwn: whether it is the window's own process, of which more is noted.
    private mutating func look(_ files: ProcessFiles, isOwn: Bool = false) -> Look {
        var result = Look.nothing
        let isReadable = files.forEachNumber(in: "fd") { file, folder in
            links += 1
            if links > limits.links || (links.isMultiple(of: Self.stride) && isOver) {
                result = .exhausted
            } else {
                switch OpenFile(folder, file) {
                case .master: result = .holdsMaster
                case .machine where isOwn: runsMachine = true
                case .socket(let number) where isOwn: sockets.insert(number)
                default: break
                }
            }
            // What the window's own process serves is behind its terminal as well.
            return result == .nothing || (isOwn && result == .holdsMaster)
        }
        return isReadable ? result : .unreadable
    }
}

/// The names of a process' program, in lower case.
enum ProcessName {
    /// The file name of the executable; nil if the process has ended or may not be inspected.
    static func executable(_ files: ProcessFiles) -> String? {
        files.executable.map { clean(Array($0.split(separator: UInt8(ascii: "/")).last ?? [])) }
    }

    /// The name in `comm`, at most 15 bytes; nil if the process has ended. For a script it is the script's name. A
    /// process can change it, so it counts as evidence against keys only.
    static func command(_ files: ProcessFiles) -> String? {
        files.command.map { FocusText.clean($0).lowercased() }
    }

    /// The file name without the " (deleted)" that the kernel adds after an upgrade, and without what NixOS's wrapper
    /// adds (".kitty-wrapped").
    static func clean(_ file: [UInt8]) -> String {
        var name = String(decoding: file, as: UTF8.self)[...]
        if name.hasSuffix(" (deleted)") { name = name.dropLast(10) }
        if name.hasPrefix("."), name.hasSuffix("-wrapped") { name = name.dropFirst().dropLast(8) }
        return FocusText.clean(String(name)).lowercased()
    }
}
