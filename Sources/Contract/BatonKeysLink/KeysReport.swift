// SPDX-License-Identifier: Apache-2.0

public import BatonProcesses

/// A report of `baton-keys` to batond.
public enum KeysReport: LinkMessage, Hashable {
    /// The version of commands and reports.
    public static var version: UInt8 { 5 }

    /// Keys can be pressed on the display.
    case available(id: UInt32)
    /// Keys cannot be pressed on the display: the obstacle, and what the system says of it.
    case unavailable(id: UInt32, KeysObstacle, reason: String)
    /// This window has the focus.
    case focus(id: UInt32, window: FocusedWindow)
    /// No X11 window can be named, with the reason. No other program has grabbed the keyboard.
    case noFocus(id: UInt32, MissingFocus)
    /// A key is about to be pressed or given a symbol. From now on it counts as held until ``released(id:_:)``. If
    /// `baton-keys` ends before that, the next one has to release it (``KeysCommand/release(id:keys:)``).
    case willPress(id: UInt32, HeldKey)
    /// The key was released, or its symbol removed. This may come after the report that ends the command.
    case released(id: UInt32, HeldKey)
    /// The keys were pressed and released.
    ///
    /// - Parameter isCertain: whether they surely reached the display's apps as that chord. It is false where the display
    ///   may have dropped or changed them and does not tell: slow keys, bounce keys, a locked modifier (rule UNDO48).
    case pressed(id: UInt32, isCertain: Bool = true)
    /// What a process was started with and is made of.
    case process(id: UInt32, ProcessMakeup)
    /// A guard refused, and no key was pressed.
    case refused(id: UInt32, KeysRefusal)
    /// The command failed, with the reason. After the loss of an X server, and when a display does not answer,
    /// `baton-keys` ends.
    case failed(id: UInt32, reason: String)
    /// The command was executed.
    case done(id: UInt32)

    /// The identifier of the command.
    public var id: UInt32 {
        switch self {
        case .available(let id), .unavailable(let id, _, _), .focus(let id, _), .noFocus(let id, _),
            .willPress(let id, _),
            .released(let id, _), .pressed(let id, _), .process(let id, _), .refused(let id, _), .failed(let id, _),
            .done(let id):
            id
        }
    }

    /// Whether the report ends the command: true for all but ``willPress(id:_:)`` and ``released(id:_:)``.
    public var isAnswer: Bool {
        switch self {
        case .willPress, .released: false
        default: true
        }
    }

    /// Encodes the report.
    public func encode(into writer: inout LinkWriter) {
        writer.write(kind)
        writer.write(id)
        switch self {
        case .available, .done: break
        case .pressed(_, let isCertain): writer.write(isCertain)
        case .process(_, let makeup): makeup.encode(into: &writer)
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
        case .process: 11
        }
    }

    /// Decodes a report.
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
        case 7: self = .pressed(id: id, isCertain: try reader.readBool())
        case 8: self = .refused(id: id, try reader.readWord())
        case 9: self = .failed(id: id, reason: try reader.readText())
        case 10: self = .done(id: id)
        case 11: self = .process(id: id, try ProcessMakeup(decoding: &reader))
        default: throw .malformed
        }
    }
}

/// Why a guard refused to press keys.
public enum KeysRefusal: String, Hashable, Sendable {
    /// Another window has the focus than the expected one, or none has.
    case focusChanged
    /// The user held a modifier all the time, which would have changed the meaning of the chord (rule UNDO4).
    case modifierHeld
    /// The user holds one of the chord's keys.
    case keyHeld
    /// Another client of the X server has grabbed the keyboard, as a screen locker or an open menu does.
    case keyboardGrabbed
    /// The keyboard's accessibility would drop or change the keys, and cannot be put aside: slow keys, bounce keys, sticky
    /// keys, a locked modifier (rule UNDO48).
    case keyboardFiltered
    /// The window with the X server's input focus is neither the active window nor inside of it.
    case focusOutside
}
