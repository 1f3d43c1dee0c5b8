// SPDX-License-Identifier: Apache-2.0

extension ConfigurationKind where Value == Duration? {
    /// How far to jump, forward or back: `+30s`, `-10s`; or nothing.
    static var jump: Self {
        let limits = Duration.seconds(1)...Duration.seconds(3600)
        let shown = "1s … 1h with + or -"
        return Self(
            name: "jump", range: "\(shown), or empty",
            parse: { text throws(ConfigurationValueError) in
                guard let jump = JumpText.parse(text) else {
                    let isDuration = DurationText.parse(text) != nil
                    throw .wants("a jump \(isDuration ? "with a sign, " : "")such as '+30s' or '-10s'", not: text)
                }
                guard limits.contains(max(jump, .zero - jump)) else {
                    throw .wants("a jump within \(shown)", not: text)
                }
                return jump
            },
            render: { $0.map(JumpText.render) ?? "" })
    }
}
