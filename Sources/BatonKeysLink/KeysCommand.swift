// SPDX-License-Identifier: Apache-2.0

public import BatonReactor

/// What batond tells `baton-keys`. Each is answered by one report with its id that ends it
/// (``KeysReport/isAnswer``); they are obeyed one after the other, and none takes longer than four seconds.
public enum KeysCommand: LinkMessage, Hashable {
    /// Of the messages both ways.
    public static var version: UInt8 { 4 }

    /// Tell whether keys can be pressed there: ``KeysReport/available(id:)`` or ``KeysReport/unavailable(id:reason:)``.
    case probe(id: UInt32, display: KeyDisplay)
    /// Tell which X11 window has the focus: ``KeysReport/focus(id:window:)``, ``KeysReport/noFocus(id:_:)``, or refused while another
    /// program holds the keyboard.
    case focus(id: UInt32)
    /// Press and release the keys of a chord: ``KeysReport/pressed(id:)``, refused or failed.
    case press(id: UInt32, KeyPress)
    /// Undo what another `baton-keys` left behind, and nothing else: ``KeysReport/done(id:)`` or failed.
    case release(id: UInt32, keys: [HeldKey])
    /// On a Wayland seat that has no keyboard, have one from now on, or no longer: apps need a moment to see that it has come
    /// (spec/undo.md §6). ``KeysReport/done(id:)`` or failed.
    case keep(id: UInt32, isOn: Bool)
    /// Get ready to press keys on the display within a few seconds, or anywhere when it is nil: have the keyboard there, and wait
    /// as long as ``KeyPress/patience`` says for the user to hold no modifier. ``KeysReport/done(id:)``, refused or failed.
    case prepare(id: UInt32, display: KeyDisplay?, patience: Duration)

    /// The most keys one message names; a chord has three, and one that is lent.
    public static let mostKeys = 16

    /// Whose answer will have the same.
    public var id: UInt32 {
        switch self {
        case .probe(let id, _), .focus(let id), .press(let id, _), .release(let id, _), .keep(let id, _),
            .prepare(let id, _, _):
            id
        }
    }

    /// Writes it.
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
        }
    }

    /// Reads it. A chord that is not one of ``KeyChord`` makes the message malformed: nothing is pressed.
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
        default: throw .malformed
        }
    }
}
