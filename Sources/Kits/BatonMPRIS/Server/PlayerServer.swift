// SPDX-License-Identifier: Apache-2.0

public import BatonDBus

/// Serves the interfaces of MPRIS 2.2 from a ``PlayerSource``, with the types in the specification.
///
/// Export ``object`` at ``PlayerInterface/objectPath``, then own a name under `org.mpris.MediaPlayer2.`.
///
/// For example:
/// ```swift
/// func serve(_ source: PlayerSource) -> PlayerServer {
///     let server = PlayerServer(source, interfaces: [.root, .player, .trackList])
///     connection.export(server.object, at: PlayerInterface.objectPath)
///     return server
/// }
/// ```
public final class PlayerServer {
    /// The object to be exported.
    public let object: ExportedObject
    private let interfaces: [PlayerInterface]

    /// Makes a server.
    ///
    /// - Parameters:
    ///   - interfaces: the interfaces to be served; a player has at least root and Player.
    ///   - additional: further interfaces of the same object.
    ///   - access: the check of a member; see `ExportedObject`'s initializer.
    ///   - source: what the player tells, and does.
    public init(
        _ source: PlayerSource, interfaces: [PlayerInterface] = [.root, .player], additional: [Interface] = [],
        access: (ObjectMember) -> CallCheck? = { _ in nil }
    ) {
        self.interfaces = interfaces
        object = ExportedObject(
            interfaces: interfaces.map { Self.describe($0, source) } + additional, access: access)
    }

    /// Emits PropertiesChanged at the end of the turn, with the values that the properties have then. Properties
    /// without a value, or behind a closed gate, are invalidated.
    public func propertiesChanged(_ properties: PropertySet) {
        for interface in interfaces {
            let names = PropertySet(allOf: interface).intersection(properties).compactMap { property in
                property.changeNotice == .silent ? nil : property.name
            }
            if !names.isEmpty { object.emitPropertiesChanged(interface.name, names) }
        }
    }

    /// Emits PropertiesChanged for all properties, because another player is mirrored, or none.
    public func everythingChanged() {
        for interface in interfaces { propertiesChanged(PropertySet(allOf: interface)) }
    }

    /// Emits a signal, after the property changes that were announced before. A signal of an interface that is not
    /// served is not emitted.
    public func emit(_ signal: PlayerSignal) throws(DBusError) {
        guard interfaces.contains(signal.interface) else { return }
        object.flush()
        try object.emitSignal(signal.interface.name, signal.member, signal.arguments)
    }

    // MARK: Describing

    private static func describe(_ interface: PlayerInterface, _ source: PlayerSource) -> Interface {
        Interface(
            interface.name,
            methods: PlayerMethod.allCases.filter { $0.interface == interface }.map { method in
                Method(
                    method.name, in: arguments(method.input), out: arguments(method.output),
                    isGated: !source.passesGate(method)
                ) { source.perform(method, $0) }
            },
            signals: signals(of: interface),
            properties: PropertySet(allOf: interface).map { describe($0, source) },
            gate: { () throws(DBusError) in
                if let error = source.gate(interface) { throw error }
            })
    }

    private static func describe(_ property: PlayerProperty, _ source: PlayerSource) -> Property {
        let change: Property.Change =
            switch property.changeNotice {
            case .value: .value
            case .name: .invalidates
            case .silent: .none
            }
        let absent = DBusError(.unknownProperty, "the player has no property '\(property.name)'")
        var set: ((Value, Invocation) -> Void)?
        if property.isWritable { set = { source.setValue(property, $0, $1) } }
        return Property(property.name, property.signature, emitsChange: change, set: set) { () throws(DBusError) in
            guard let value = source.value(property) else { throw absent }
            return value
        }
    }

    private static func arguments(_ described: [(MemberName, Signature)]) -> [Argument] {
        described.map { Argument($0.0.rawValue, $0.1) }
    }

    private static func signals(of interface: PlayerInterface) -> [Signal] {
        switch interface {
        case .root: []
        case .player: [Signal("Seeked", [Argument("Position", "x")])]
        case .trackList:
            [
                Signal("TrackListReplaced", [Argument("Tracks", "ao"), Argument("CurrentTrack", "o")]),
                Signal("TrackAdded", [Argument("Metadata", "a{sv}"), Argument("AfterTrack", "o")]),
                Signal("TrackRemoved", [Argument("TrackId", "o")]),
                Signal("TrackMetadataChanged", [Argument("TrackId", "o"), Argument("Metadata", "a{sv}")]),
            ]
        case .playlists: [Signal("PlaylistChanged", [Argument("Playlist", "(oss)")])]
        }
    }
}
