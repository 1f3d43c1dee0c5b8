// SPDX-License-Identifier: Apache-2.0

/// When players on another device come after those of this machine (rules MPRIS34 and MPRIS107). The raw value is the word in
/// baton.conf.
package enum RemotePlayersChoice: String, Sendable, CaseIterable {
    /// Always; but a followed machine only while it does not play.
    case yes
    /// While they do not play: each is as a followed machine.
    case silent
    /// Never.
    case no
}

extension ConfigurationKind where Value == RemotePlayersChoice {
    /// One of the words, or another word for yes and no.
    static var remotePlayers: Self {
        Self(
            name: "word", range: "yes, no, silent",
            parse: { text throws(ConfigurationValueError) in
                if ConfigurationText.folded(text) == RemotePlayersChoice.silent.rawValue { return .silent }
                do throws(ConfigurationValueError) {
                    return try ConfigurationKind<Bool>.boolean.parse(text) ? .yes : .no
                } catch {
                    throw .wants("'yes', 'no' or 'silent'", not: text, among: ["yes", "no", "silent"])
                }
            },
            render: \.rawValue)
    }
}
