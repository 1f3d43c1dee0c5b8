// SPDX-License-Identifier: Apache-2.0

import BatonDBus

/// What decides about some members of an interface of /org/baton/Baton1.
@MainActor
protocol ControlMembers: AnyObject {
    var methods: [Method] { get }
    var signals: [Signal] { get }
    var properties: [Property] { get }
}

extension ControlMembers {
    var methods: [Method] { [] }
    var signals: [Signal] { [] }
    var properties: [Property] { [] }
}
