// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonTranslation
import BatonValues

/// What batonctl says to a person while it does something that takes a while, such as a calibration: its own words, in the page.
///
/// For example:
/// ```swift
/// var conversation = Conversation(.calibrate)
/// conversation.take("Wait a second, then shake the device 5 times.")
/// ```
package struct Conversation: Equatable, Sendable {
    /// What is done.
    package enum Kind: Hashable, Sendable {
        /// Find the sensitivity that suits a person.
        case calibrate
        /// Forget it.
        case forgetCalibration
        /// Wait for a press, and say what it is.
        case learnButton
        /// Ask for some presses of a Bluetooth headset, and say what it means by them.
        case learnHeadset(String)
        /// Show what the media keys of the desktop would become, and change nothing.
        case showKeyChanges
        /// Make them so.
        case bindKeys
        /// Take those changes back, and no others.
        case returnKeys
        /// Set up a part that needs nothing but yes: the words behind `batonctl setup`.
        case mend([String])
        /// Take back every change that was made.
        case takeBack

        /// The words behind batonctl.
        package var words: [String] {
            switch self {
            case .calibrate: ["calibrate", "--seconds", "20", "--json", "--follow"]
            case .forgetCalibration: ["calibrate", "--forget"]
            case .learnButton: ["learn"]
            case .learnHeadset(let name): ["learn", "--", name]
            case .showKeyChanges: ["setup", "--media-keys", "--dry-run"]
            case .bindKeys: ["setup", "--media-keys", "--yes"]
            case .returnKeys: ["setup", "--media-keys", "--revert"]
            case .mend(let parts): ["setup"] + parts + ["--yes"]
            case .takeBack: ["setup", "--revert"]
            }
        }

        /// Whether the media keys of the desktop may do something else after it.
        package var mayChangeKeys: Bool {
            switch self {
            case .calibrate, .forgetCalibration, .learnButton, .learnHeadset, .showKeyChanges: false
            case .bindKeys, .returnKeys, .mend, .takeBack: true
            }
        }

        /// The page on which it is shown.
        package var page: PageName {
            switch self {
            case .calibrate, .forgetCalibration: .shake
            case .learnButton, .learnHeadset, .showKeyChanges, .bindKeys, .returnKeys: .buttons
            case .mend, .takeBack: .health
            }
        }

        var title: String {
            switch self {
            case .calibrate, .forgetCalibration: translated("Calibration")
            case .learnButton, .learnHeadset: translated("What a button is")
            case .showKeyChanges, .bindKeys, .returnKeys: translated("Media keys")
            case .mend, .takeBack: translated("Setting up")
            }
        }
    }

    /// What is done.
    package let kind: Kind
    /// The last lines, from the oldest to the newest.
    package private(set) var lines: [String] = []
    /// How far a calibration is; nil of anything else.
    package private(set) var calibration: CalibrationProgress?
    /// Whether it still goes on.
    package var isRunning = true

    private static let (mostLines, longestLine) = (40, 400)

    /// Begins one.
    package init(_ kind: Kind) {
        self.kind = kind
        if kind == .calibrate { calibration = CalibrationProgress() }
    }

    /// Takes a line.
    package mutating func take(_ line: String) {
        if calibration?.take(line) == true { return }
        // The page says in its own words what was found.
        guard calibration?.result == nil else { return }
        let text = String(line.prefix(Self.longestLine)).shown()
        guard !text.isEmpty else { return }
        lines.append(text)
        if lines.count > Self.mostLines { lines.removeFirst() }
    }
}

extension Form {
    /// What was said, and how to end it; nil if nothing goes on on this page.
    static func conversation(_ state: WindowState, on page: PageName) -> FormGroup? {
        guard let conversation = state.conversation, conversation.kind.page == page else { return nil }
        let lines = conversation.lines.enumerated().map { FormRow("line-\($0.offset)", $0.element) }
        return FormGroup("conversation", conversation.kind.title, lines + [end(of: conversation, changes(state))])
    }

    /// Whether it goes on, and how to end or close it.
    static func end(of conversation: Conversation, _ next: [FormButton] = []) -> FormRow {
        FormRow(
            "conversation",
            conversation.isRunning ? translated("It goes on; closing this page ends it.") : translated("It is over."),
            .buttons(
                next + [
                    FormButton(conversation.isRunning ? translated("Stop") : translated("Close"), .endConversation)
                ]))
    }

    /// What was shown can be made so; where the keys reach Baton already, nothing was.
    private static func changes(_ state: WindowState) -> [FormButton] {
        guard let conversation = state.conversation, conversation.kind == .showKeyChanges, !conversation.isRunning,
            state.mediaKeys?.state != .ready
        else { return [] }
        return [FormButton(translated("Connect"), .converse(.bindKeys))]
    }

    /// A row with a button that begins a conversation.
    static func conversing(
        _ id: String, _ title: String, _ subtitle: String = "", _ buttons: [(String, Conversation.Kind)],
        _ state: WindowState
    ) -> FormRow {
        FormRow(
            id, title, subtitle, .buttons(buttons.map { FormButton($0.0, .converse($0.1)) }),
            isSensitive: state.conversation?.isRunning != true)
    }
}
