// SPDX-License-Identifier: Apache-2.0

package import BatonJSON

/// What one host, or another client of the broker, asks of a host.
///
/// As a payload it is a word (`pause`), or an object: `{"do": "seek", "value": -10, "id": "4f1c"}`. A command with an identifier
/// is done at most once, however often the broker delivers it.
///
/// For example:
/// ```swift
/// let command = try HouseholdCommand(payload: Array(#"{"do":"seek","value":-10}"#.utf8))
/// // command == HouseholdCommand(.seek, .number(-10))
/// ```
package struct HouseholdCommand: Equatable, Sendable {
    /// What is to be done. Those without a comment take no value and are commands of `batonctl`.
    package enum Action: String, CaseIterable, Sendable {
        /// As MPRIS has them; `toggle` is its PlayPause.
        case play, pause, toggle, stop, next, previous
        /// Jumps by `value` seconds, to and fro.
        case seek
        /// Jumps to `value` seconds from the beginning.
        case position
        /// Sets the volume: 0 to 1, and above where the player allows that.
        case volume
        /// `value`: true or false.
        case shuffle
        /// `value`: `none`, `track` or `playlist`.
        case loop
        /// Puts the player of this name first. `value`: a name of `players`.
        case pin
        /// Takes the pin off.
        case unpin
        /// Pauses every player.
        case pauseAll = "pause-all"
        /// Lets go on what `pause-all` paused.
        case resume
        /// The sleep timer. `value`: seconds, `track` or `off`.
        case sleep
        /// In the app that has the focus.
        case undo, redo
        /// Opens an address. `value`: the address.
        case openURI = "open-uri"
        /// Ends the first player.
        case quit
        /// Switches shake to undo. `value`: true or false.
        case shake
        /// Switches interruptions. `value`: true or false.
        case interruptions
        /// Which player comes first. `value`: `playing` or `recent`.
        case policy

        /// What the configuration has to name before another host may ask for it.
        package var permission: Permission {
            switch self {
            case .play, .pause, .toggle, .stop, .next, .previous, .seek, .position, .shuffle, .loop: .playback
            case .volume: .volume
            case .pin, .unpin: .pin
            case .pauseAll, .resume: .pauseAll
            case .sleep: .sleep
            case .undo, .redo: .undo
            case .openURI: .openURI
            case .quit: .quit
            case .shake, .interruptions, .policy: .settings
            }
        }
    }

    /// A group of actions that the configuration allows or does not.
    package enum Permission: String, CaseIterable, Sendable {
        /// The groups that one word names.
        case playback, volume, pin, sleep, undo, quit, settings
        /// `pause-all` and `resume`.
        case pauseAll = "pause-all"
        /// `open-uri`.
        case openURI = "open-uri"

        /// Those that are allowed where the configuration says nothing.
        package static let usual: Set<Permission> = [.playback, .volume]
    }

    /// What an action needs to be told.
    package enum Value: Equatable, Sendable {
        /// Nothing.
        case none
        /// Seconds, or a level.
        case number(Double)
        /// True or false.
        case flag(Bool)
        /// A word or a name, at most 1024 bytes.
        case text(String)
    }

    /// The longest payload that is read.
    package static let longest = 4096

    /// What is to be done.
    package var action: Action
    /// What it needs to be told.
    package var value: Value
    /// What tells this command from others; nil if its sender does not care.
    package var id: String?
    /// After which instant of the receiver's clock it is too old; nil if its sender does not say.
    package var end: HostInstant?

    /// Makes a command. ``init(payload:)`` reads one, and refuses a value that its action cannot take.
    package init(_ action: Action, _ value: Value = .none, id: String? = nil, end: HostInstant? = nil) {
        self.action = action
        self.value = value
        self.id = id
        self.end = end
    }

    /// Why a payload is no command.
    package enum Mistake: String, Error, Sendable {
        /// It has over ``longest`` bytes.
        case tooLong = "too-long"
        /// It is neither a known word nor JSON.
        case notJSON = "not-json"
        /// It names no action.
        case unknown = "unknown-command"
        /// Its value is missing, of another kind or out of range.
        case wrongValue = "wrong-value"
        /// Its identifier is not 1 to 64 bytes of text.
        case wrongID = "wrong-id"
        /// It says until when it counts in words that nobody knows, or for longer than any command does.
        case wrongEnd = "wrong-until"
    }

    /// Reads a payload.
    package init(payload: [UInt8]) throws(Mistake) {
        guard payload.count <= Self.longest else { throw .tooLong }
        if let word = String(validating: payload, as: UTF8.self), let action = Action(rawValue: word) {
            self.init(action)
        } else {
            let value: JSONValue
            do { value = try JSONReader.read(payload) } catch { throw Self.isWord(payload) ? .unknown : .notJSON }
            let name = value["do"]?.asString ?? value.asString
            guard let action = name.flatMap({ Action(rawValue: $0) }) else { throw .unknown }
            self.init(action, Self.value(value["value"]))
            if let id = value["id"] {
                guard let text = id.asString, (1...64).contains(text.utf8.count) else { throw .wrongID }
                self.id = text
            }
            if let until = value["until"] {
                guard let end = until.asString.flatMap({ HostInstant($0) }) else { throw .wrongEnd }
                self.end = end
            }
        }
        guard isComplete else { throw .wrongValue }
    }

    private static func isWord(_ payload: [UInt8]) -> Bool {
        (1...32).contains(payload.count)
            && payload.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") }
    }

    /// Reads a payload of ``HostTopic/volume``: a number, and nothing else.
    package init(volume payload: [UInt8]) throws(Mistake) {
        guard payload.count <= Self.longest else { throw .tooLong }
        let value: JSONValue
        do { value = try JSONReader.read(payload) } catch { throw .notJSON }
        self.init(.volume, Self.value(value))
        guard isComplete else { throw .wrongValue }
    }

    /// As it is sent.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["do": .string(action.rawValue)]
        switch value {
        case .none: break
        case .number(let number): members["value"] = .number(number)
        case .flag(let flag): members["value"] = .bool(flag)
        case .text(let text): members["value"] = .string(text)
        }
        if let id { members["id"] = .string(id) }
        if let end { members["until"] = .string(end.text) }
        return .object(members)
    }

    private static func value(_ value: JSONValue?) -> Value {
        switch value {
        case .bool(let flag): .flag(flag)
        case .integer(let number): .number(Double(number))
        case .number(let number): .number(number)
        case .string(let text): .text(HouseholdText.bounded(text))
        case nil, .null, .array, .object: .none
        }
    }

    /// Whether the value is one that the action takes.
    private var isComplete: Bool {
        switch (action, value) {
        case (.seek, .number(let seconds)): seconds.isFinite && abs(seconds) <= 1e9
        case (.position, .number(let seconds)): seconds.isFinite && (0...1e9).contains(seconds)
        case (.volume, .number(let level)): level.isFinite && level >= 0
        case (.shuffle, .flag), (.shake, .flag), (.interruptions, .flag): true
        case (.policy, .text(let text)): text == "playing" || text == "recent"
        case (.loop, .text(let text)): NowPlaying.Loop(rawValue: text) != nil
        case (.pin, .text(let text)), (.openURI, .text(let text)): !text.isEmpty
        case (.sleep, .number(let seconds)): (0...604_800).contains(seconds)
        case (.sleep, .text(let text)): text == "track" || text == "off"
        case (.seek, _), (.position, _), (.volume, _), (.shuffle, _), (.shake, _), (.interruptions, _), (.policy, _),
            (.loop, _), (.pin, _), (.openURI, _), (.sleep, _):
            false
        case (_, .none): true
        default: false
        }
    }
}
