// SPDX-License-Identifier: Apache-2.0

import BatonForms
import BatonTranslation
import BatonWindows

/// How a row is meant, as a picture with a name: color alone would not tell everybody.
final class Mark {
    let image = Image("emblem-ok-symbolic")

    func show(_ tone: FormRow.Tone) {
        let (icon, name, color): (String, String, Widget.Style?) =
            switch tone {
            case .good: ("emblem-ok-symbolic", translated("works"), .success)
            case .warning: ("dialog-warning-symbolic", translated("wants a look"), .warning)
            case .fault: ("dialog-error-symbolic", translated("does not work"), .error)
            case .faint, .plain: ("action-unavailable-symbolic", translated("not here"), .dim)
            }
        image.show(icon)
        image.setName(name)
        for style in [Widget.Style.success, .warning, .error, .dim] { image.style(style, style == color) }
    }
}
