// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// Signals that properties of /org/baton/Baton1 have changed. It is made before the object, because the object is made of
/// the members that report their changes here.
@MainActor
final class ChangedProperties {
    // Weak, because what serves the object's members reports its changes here.
    weak var object: ExportedObject?

    /// Signals them at the end of the turn, with others that change until then.
    func tell(_ interface: InterfaceName, _ names: [MemberName]) {
        object?.emitPropertiesChanged(interface, names)
    }
}
