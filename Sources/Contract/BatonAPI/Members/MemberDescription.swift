// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// What the XML, the tables of docs/dbus-api.md and SECURITY.md say about a member, and by what the agent refuses callers.
package struct MemberDescription: Sendable {
    package enum Kind: Sendable {
        case method(takes: [FieldDescription], returns: [FieldDescription], isAnswered: Bool)
        case signal([FieldDescription])
        /// `writers` is nil for a property that cannot be set.
        case property(Signature, Property.Change, writers: Callers?)
    }

    package let interface: InterfaceName
    package let name: MemberName
    package let kind: Kind
    /// Which callers may call it or read it; of a signal, which programs receive it.
    package let callers: Callers
    /// One sentence for the tables; further paragraphs are in the XML only.
    package let meaning: String
    /// What stands behind the sentence in docs/dbus-api.md: a link, and the rules and tests that show it.
    package let page: String
}
