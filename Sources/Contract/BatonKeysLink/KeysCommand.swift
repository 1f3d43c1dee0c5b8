// SPDX-License-Identifier: Apache-2.0

public import BatonProcesses

/// A command of batond to `baton-keys`. Each is ended by one report with its identifier (``KeysReport/isAnswer``). The
/// commands are executed one after the other, and none takes longer than four seconds.
public enum KeysCommand: LinkMessage, Hashable {
    /// The version of commands and reports.
    public static var version: UInt8 { 5 }

    /// Report whether keys can be pressed on the display: ``KeysReport/available(id:)`` or
    /// ``KeysReport/unavailable(id:reason:)``.
    case probe(id: UInt32, display: KeyDisplay)
    /// Report which X11 window has the focus: ``KeysReport/focus(id:window:)``, ``KeysReport/noFocus(id:_:)``, or
    /// refused while another program has grabbed the keyboard.
    case focus(id: UInt32)
    /// Press and release the keys of a chord: ``KeysReport/pressed(id:)``, refused or failed.
    case press(id: UInt32, KeyPress)
    /// Release the keys that another `baton-keys` left pressed or remapped, and do nothing else:
    /// ``KeysReport/done(id:)`` or failed.
    case release(id: UInt32, keys: [HeldKey])
    /// Keep a virtual keyboard on a Wayland seat that has no keyboard, or remove it. Apps need a moment to see that a
    /// seat has got a keyboard (rule UNDO41). ``KeysReport/done(id:)`` or failed.
    case keep(id: UInt32, isOn: Bool)
    /// Prepare for a press on the display within a few seconds, or on any display when it is nil: make the virtual
    /// keyboard, and wait until the user holds no modifier, at most ``KeyPress/patience``. ``KeysReport/done(id:)``,
    /// refused or failed.
    case prepare(id: UInt32, display: KeyDisplay?, patience: Duration)
    /// Report what a process was started with and is made of: ``KeysReport/process(id:_:)``. The kernel reads it from the
    /// memory of the process, which may make the reader wait, so batond does not do it itself.
    case look(id: UInt32, process: UInt32)

    /// The most keys in one message. A chord has three, and one may have been given a symbol.
    public static let mostKeys = 16

    /// The identifier, which the reports of this command have too.
    public var id: UInt32 {
        switch self {
        case .probe(let id, _), .focus(let id), .press(let id, _), .release(let id, _), .keep(let id, _),
            .prepare(let id, _, _), .look(let id, _):
            id
        }
    }

    /// Encodes the command.
    public func encode(into writer: inout LinkWriter) {
        switch self {
        case .probe(_, let display):
            writer.write(UInt8(1))
            writer.write(id)
            writer.write(display.rawValue)
        case .focus:
            writer.write(UInt8(2))
            writer.write(id)
        case .press(_, let press):
            writer.write(UInt8(3))
            writer.write(id)
            writer.write(press.display.rawValue)
            writer.write(press.chord.rawValue)
            writer.write(press.expectedWindow)
            writer.write(press.patience)
        case .release(_, let keys):
            writer.write(UInt8(4))
            writer.write(id)
            writer.write(UInt8(min(keys.count, Self.mostKeys)))
            for key in keys.prefix(Self.mostKeys) { key.encode(into: &writer) }
        case .keep(_, let isOn):
            writer.write(UInt8(5))
            writer.write(id)
            writer.write(isOn)
        case .prepare(_, let display, let patience):
            writer.write(UInt8(6))
            writer.write(id)
            writer.write(display?.rawValue ?? "")
            writer.write(patience)
        case .look(_, let process):
            writer.write(UInt8(7))
            writer.write(id)
            writer.write(process)
        }
    }

    /// Decodes a command. A chord that is not in ``KeyChord`` makes the message malformed, so that nothing is pressed.
    public init(decoding reader: inout LinkReader) throws(LinkError) {
        let kind = try reader.read(UInt8.self)
        let id = try reader.read(UInt32.self)
        switch kind {
        case 1: self = .probe(id: id, display: try reader.readWord())
        case 2: self = .focus(id: id)
        case 3:
            let display = try reader.readWord(KeyDisplay.self)
            self = .press(
                id: id,
                KeyPress(
                    try reader.readWord(), on: display, expectedWindow: try reader.readText(),
                    patience: try reader.readDuration()))
        case 4:
            let count = Int(try reader.read(UInt8.self))
            guard count <= Self.mostKeys else { throw .malformed }
            var keys: [HeldKey] = []
            for _ in 0..<count { keys.append(try HeldKey(decoding: &reader)) }
            self = .release(id: id, keys: keys)
        case 5: self = .keep(id: id, isOn: try reader.readBool())
        case 6:
            let word = try reader.readText()
            let display = KeyDisplay(rawValue: word)
            guard display != nil || word.isEmpty else { throw .malformed }
            self = .prepare(id: id, display: display, patience: try reader.readDuration())
        case 7: self = .look(id: id, process: try reader.read())
        default: throw .malformed
        }
    }
}
