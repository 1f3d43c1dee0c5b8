// SPDX-License-Identifier: Apache-2.0

public import BatonReactor

/// What `baton-keys` tells batond.
public enum KeysReport: LinkMessage, Hashable {
    /// Of the messages both ways.
    public static var version: UInt8 { 4 }

    /// Keys can be pressed on the display.
    case available(id: UInt32)
    /// They cannot, and why.
    case unavailable(id: UInt32, KeysObstacle, reason: String)
    /// This window has the focus.
    case focus(id: UInt32, window: FocusedWindow)
    /// No X11 window can be named, and why. No other program holds the keyboard.
    case noFocus(id: UInt32, MissingFocus)
    /// A key will be pressed or lent a meaning now. From here on it counts as down, until it is reported released: if
    /// `baton-keys` ends in between, the next one has to be told (``KeysCommand/release(id:keys:)``).
    case willPress(id: UInt32, HeldKey)
    /// It has been released, or its meaning taken away; may come after the answer.
    case released(id: UInt32, HeldKey)
    /// The keys were pressed and released.
    case pressed(id: UInt32)
    /// No key was pressed, and none may be pressed now.
    case refused(id: UInt32, KeysRefusal)
    /// It did not work, and why; after the loss of an X server, and when a display does not answer, the program ends.
    case failed(id: UInt32, reason: String)
    /// It was done.
    case done(id: UInt32)

    /// Whose command it belongs to.
    public var id: UInt32 {
        switch self {
        case .available(let id), .unavailable(let id, _, _), .focus(let id, _), .noFocus(let id, _),
            .willPress(let id, _),
            .released(let id, _), .pressed(let id), .refused(let id, _), .failed(let id, _), .done(let id):
            id
        }
    }

    /// Whether the command has ended with it: true for all but ``willPress(id:_:)`` and ``released(id:_:)``.
    public var isAnswer: Bool {
        switch self {
        case .willPress, .released: false
        default: true
        }
    }

    /// Writes it.
    public func encode(into writer: inout LinkWriter) {
        writer.write(kind)
        writer.write(id)
        switch self {
        case .available, .pressed, .done: break
        case .unavailable(_, let obstacle, let reason):
            writer.write(obstacle.rawValue)
            writer.write(reason)
        case .failed(_, let reason): writer.write(reason)
        case .noFocus(_, let reason): writer.write(reason.rawValue)
        case .focus(_, let window): window.encode(into: &writer)
        case .willPress(_, let key), .released(_, let key): key.encode(into: &writer)
        case .refused(_, let reason): writer.write(reason.rawValue)
        }
    }

    private var kind: UInt8 {
        switch self {
        case .available: 1
        case .unavailable: 2
        case .focus: 3
        case .noFocus: 4
        case .willPress: 5
        case .released: 6
        case .pressed: 7
        case .refused: 8
        case .failed: 9
        case .done: 10
        }
    }

    /// Reads it.
    public init(decoding reader: inout LinkReader) throws(LinkError) {
        let kind = try reader.read(UInt8.self)
        let id = try reader.read(UInt32.self)
        switch kind {
        case 1: self = .available(id: id)
        case 2: self = .unavailable(id: id, try reader.readWord(), reason: try reader.readText())
        case 3: self = .focus(id: id, window: try FocusedWindow(decoding: &reader))
        case 4: self = .noFocus(id: id, try reader.readWord())
        case 5: self = .willPress(id: id, try HeldKey(decoding: &reader))
        case 6: self = .released(id: id, try HeldKey(decoding: &reader))
        case 7: self = .pressed(id: id)
        case 8: self = .refused(id: id, try reader.readWord())
        case 9: self = .failed(id: id, reason: try reader.readText())
        case 10: self = .done(id: id)
        default: throw .malformed
        }
    }
}
