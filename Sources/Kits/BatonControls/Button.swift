// SPDX-License-Identifier: Apache-2.0

public import BatonEvents

/// A control that does one thing when it is tapped (rules CT13 and CT20).
///
/// It has UIKit's titles for its states, which the app draws, and no types, images, menus or configurations. A touch that
/// ends inside sends ``ControlEvents/touchUpInside`` and then ``ControlEvents/primaryActionTriggered``.
///
/// For example:
/// ```swift
/// let button = Button()
/// button.frame = Rect(x: 20, y: 20, width: 120, height: 44)
/// button.setTitle("Play", for: .normal)
/// button.addTarget(player, action: "play", for: .touchUpInside) { $0.play() }
/// window.addSubview(button)
/// ```
@MainActor
open class Button: Control {
    private var titles: [State: String] = [:]

    override var eventsOfTouchUpInside: [ControlEvents] { [.touchUpInside, .primaryActionTriggered] }

    /// Sets the title for a state; nil removes it (rule CT14).
    public func setTitle(_ title: String?, for state: State) { titles[state] = title }

    /// The title for a state: its own, else that of the normal state; nil without one (rule CT14).
    public func title(for state: State) -> String? { titles[state] ?? titles[.normal] }

    /// The title for the present state (rule CT14).
    public var currentTitle: String? { title(for: state) }

    /// False for a single tap of a view above, which the button keeps (rule CT20).
    override open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        !losesTap(to: recognizer) && super.gestureRecognizerShouldBegin(recognizer)
    }
}
