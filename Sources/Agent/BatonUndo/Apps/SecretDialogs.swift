// SPDX-License-Identifier: Apache-2.0

/// Programs that show a dialog for a script, which may ask for a secret: the arguments tell (rule UNDO46).
enum SecretDialogs {
    /// What asks for a secret among the arguments of a program.
    private struct Signs {
        /// Options, also in the form `--option=value`.
        var options: Set<String>
        /// Whether a field of a form can be secret, by yad's ending ":H".
        var hasFields = false
        /// Whether the program takes the beginning of a long option for the option (getopt_long).
        var abbreviates = false
        /// The short options among them that may be followed by other letters: `-Pc`, `-xhide`.
        var letters: [String] = []

        func isSecret(_ argument: String) -> Bool {
            let option = String(argument.prefix { $0 != "=" })
            if options.contains(option) || (hasFields && argument.hasSuffix(":H")) { return true }
            if letters.contains(where: argument.hasPrefix) { return true }
            return abbreviates && option.utf8.count >= SecretDialogs.shortest && option.hasPrefix("--")
                && options.contains { $0.hasPrefix(option) }
        }
    }

    private static let zenity = Signs(options: ["--add-password", "--hide-text", "--password"])
    private static let kdialog = Signs(options: ["--newpassword", "--password"])
    private static let menu = Signs(
        options: ["--hide-input", "--password"], abbreviates: true, letters: ["-P", "-x"])
    /// A notebook and panes show dialogs of other processes, whose fields are not known.
    private static let yad = Signs(options: ["--hide-text", "--notebook", "--paned"], hasFields: true)

    private static let programs: [String: Signs] = [
        "bemenu": menu, "dmenu": menu, "fuzzel": menu, "gdialog": zenity, "kdialog": kdialog, "matedialog": zenity,
        "qarma": zenity, "rofi": Signs(options: ["-password"]), "tofi": menu, "wofi": menu,
        "xdialog": Signs(
            options: ["--2inputsbox", "--3inputsbox", "--inputbox", "--password", "--passwordbox"], abbreviates: true),
        "yad": yad, "zenity": zenity,
    ]

    /// The shortest beginning of a long option that is taken for it, with its dashes: a shorter one stands for several.
    private static let shortest = 4

    /// Whether the program shows dialogs that may ask for a secret.
    static func mayAsk(_ program: String) -> Bool { programs[program] != nil }

    /// Whether a program with these arguments asks for a secret.
    ///
    /// - Parameter arguments: nil if they cannot be read, or are too many to be known, which counts as a secret.
    static func asks(_ program: String, _ arguments: [String]?) -> Bool {
        guard let signs = programs[program] else { return false }
        guard let arguments else { return true }
        return arguments.contains(where: signs.isSecret)
    }
}
