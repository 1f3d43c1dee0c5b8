// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonTestSupport
import Testing

@testable import BatonMPRIS

extension BusStage {
    /// An application that publishes itself as a player.
    func publish(
        _ name: String, interfaces: [PlayerInterface] = [.root, .player], on connection: Connection? = nil
    ) throws -> PublishedPlayer {
        let player = PublishedPlayer(
            name: try BusName("org.mpris.MediaPlayer2.\(name)"), identity: "The \(name)", interfaces: interfaces,
            on: try connection ?? connect())
        services.append(player)
        var isOwned = false
        player.onOwnershipChange = { if $0 == .owned { isOwned = true } }
        player.publish()
        try #require(turn { isOwned })
        return player
    }

    /// A registry that has asked, and what it told.
    func watch(_ connection: Connection? = nil) throws -> (PlayerRegistry, RegistryLog) {
        let registry = PlayerRegistry(connection: try connection ?? connect())
        let log = RegistryLog(registry)
        registry.start()
        try #require(turn { registry.isSettled })
        return (registry, log)
    }

    /// The outcome of a call to a player.
    func call(
        _ client: Connection, _ destination: BusName, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: Value...
    ) throws -> Result<[Value], DBusError> {
        try call(destination, PlayerInterface.objectPath, interface, member, arguments, from: client)
    }
}
