// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The phones that send their sound by Bluetooth, as far as players stand for them (rules BLUEZ19 to BLUEZ21). It is made
/// when the first phone comes.
@MainActor
package final class Phones {
    /// A phone whose media can be commanded.
    package struct Phone: Equatable {
        /// What mpris-proxy calls its player: the alias, alone and with the name of the player on it.
        package var names: [String]
        /// The player that Baton makes of it.
        package let own: BusName
        /// Whether what it plays is heard on this machine.
        package var isHeard: Bool

        package init(names: [String], own: BusName, isHeard: Bool) {
            self.names = names
            self.own = own
            self.isHeard = isHeard
        }
    }

    /// Those that are there.
    package var present: [Phone] = [] {
        didSet { if present != oldValue { onChange?() } }
    }
    /// Called when they have changed.
    var onChange: (() -> Void)?

    package init() {}

    /// The phone that the player of a name is, with an identity that counts if mpris-proxy has made it; nil for another player.
    func phone(_ name: BusName, proxied identity: String?) -> Phone? {
        if let own = present.first(where: { $0.own == name }) { return own }
        guard let identity else { return nil }
        let namesakes = present.filter { $0.names.contains(identity) }
        return namesakes.first(where: \.isHeard) ?? namesakes.first
    }
}
