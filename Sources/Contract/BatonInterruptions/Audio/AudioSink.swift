// SPDX-License-Identifier: Apache-2.0

/// Where sound goes, as the sound server says.
package struct AudioSink: Equatable, Sendable {
    /// What a sink is.
    package enum Kind: UInt8, Sendable {
        /// It is heard: a device of this machine or near it.
        case hardware
        /// It changes sound and passes it on, as an equalizer does.
        case filter
        /// Anything else, as the sink that a server makes when there is none.
        case virtual
        /// What is plugged into a sound card, as the kernel says while there is no sound server. Its streams are not known.
        case jack
    }

    /// How the sound gets to it. The raw value is its word in the configuration (rule I23).
    package enum Transport: String, Sendable {
        case analog, bluetooth, hdmi, usb
    }

    /// The server's number, which a later sink may have too.
    package let index: UInt32
    package let kind: Kind
    package let transport: Transport
    /// The server's name.
    package let name: String
    /// The name for people.
    package let label: String
    /// The card that it belongs to; nil without one.
    package let card: UInt32?
    /// The port of the card that it uses; empty if none is known.
    package let port: String
    /// What a filter and the stream in which it passes sound on have in common; may be empty.
    package let group: String
    /// The name of the sink to which a filter passes sound on, if it is known; may be empty.
    package let master: String
    /// Whether it is muted, or at volume 0 (rule AWAKE4).
    package var isMuted: Bool

    package init(
        index: UInt32, kind: Kind = .hardware, transport: Transport = .analog, name: String, label: String = "",
        card: UInt32? = nil, port: String = "", group: String = "", master: String = "",
        isMuted: Bool = false
    ) {
        self.index = index
        self.kind = kind
        self.transport = transport
        self.name = name
        self.label = label
        self.card = card
        self.port = port
        self.group = group
        self.master = master
        self.isMuted = isMuted
    }
}
