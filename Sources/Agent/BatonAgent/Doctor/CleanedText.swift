// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonValues

/// The longest text of a row, in scalars; names and details have texts of other programs.
private let longest = 400

extension String {
    /// The text with a space for each character that a terminal would obey or that makes a line look like another one, and cut at the
    /// longest length of a row's text.
    func cleaned() -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(longest) { result.append(scalar.misleads ? " " : scalar) }
        return String(result)
    }
}

extension Reason {
    /// The reason with cleaned texts.
    var cleaned: Reason {
        Reason(code, details.mapValues { if case .text(let text) = $0 { .text(text.cleaned()) } else { $0 } })
    }
}

extension LearnedButton {
    /// The button with cleaned texts: a device may have any name.
    var cleaned: LearnedButton {
        var button = self
        button.device = device.cleaned()
        button.node = node.cleaned()
        button.reason = reason?.cleaned
        button.configuration = configuration.map { $0.cleaned() }
        return button
    }
}
