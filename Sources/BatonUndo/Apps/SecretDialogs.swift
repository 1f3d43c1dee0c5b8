// SPDX-License-Identifier: Apache-2.0

/// Programs that show a dialog for a script, which may ask for a secret: the arguments tell (rule UNDO46).
enum SecretDialogs {
    /// What asks for a secret among the arguments of a program.
    private struct Signs {
        /// Options, also in the form `--option=value`.
        var options: Set<String>
        /// Whether a field of a form can be secret, by yad's ending ":H".
        var hasFields = false
    }

    private static let zenity = Signs(options: ["--add-password", "--hide-text", "--password"])
    private static let kdialog = Signs(options: ["--newpassword", "--password"])
    private static let menu = Signs(options: ["--hide-input", "--password", "-P", "-password", "-x"])

    private static let programs: [String: Signs] = [
        "bemenu": menu, "dmenu": menu, "fuzzel": menu, "gdialog": zenity, "kdialog": kdialog, "matedialog": zenity,
        "qarma": zenity, "rofi": menu, "tofi": menu, "wofi": menu,
        "xdialog": Signs(options: ["--2inputsbox", "--3inputsbox", "--inputbox", "--password", "--passwordbox"]),
        "yad": Signs(options: ["--hide-text"], hasFields: true), "zenity": zenity,
    ]

    /// Whether the program shows dialogs that may ask for a secret.
    static func mayAsk(_ program: String) -> Bool { programs[program] != nil }

    /// Whether a program with these arguments asks for a secret.
    ///
    /// - Parameter arguments: nil if they cannot be read, which counts as a secret.
    static func asks(_ program: String, _ arguments: [String]?) -> Bool {
        guard let signs = programs[program] else { return false }
        guard let arguments else { return true }
        return arguments.contains { argument in
            let option = argument.prefix { $0 != "=" }
            return signs.options.contains(String(option)) || (signs.hasFields && argument.hasSuffix(":H"))
        }
    }
}
