// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonSession

/// The object /org/baton/Baton1, which apps and batonctl call (docs/dbus-api.md): the interfaces, of the members that each part
/// decides about.
@MainActor
final class ControlObject {
    let exported: ExportedObject
    // What serves a call holds it weakly.
    private let members: [any ControlMembers]

    init(
        application: [any ControlMembers], motion: any ControlMembers,
        interruptions: any ControlMembers,
        access: CallerAccess, changes: ChangedProperties
    ) {
        members = application + [motion, interruptions]
        exported = ExportedObject(
            interfaces: [
                Self.interface(BatonBus.application, application),
                Self.interface(BatonBus.motion, [motion]),
                Self.interface(BatonBus.interruptions, [interruptions]),
            ], access: access.checks(of: .application))
        changes.object = exported
    }

    static func interface(_ name: InterfaceName, _ members: [any ControlMembers]) -> Interface {
        Interface(
            name, methods: members.flatMap(\.methods), signals: members.flatMap(\.signals),
            properties: members.flatMap(\.properties))
    }
}
