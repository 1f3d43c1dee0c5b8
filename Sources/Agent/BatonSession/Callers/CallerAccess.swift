// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus

/// Checks the callers of the agent's objects by the ``AccessTable``.
@MainActor
package final class CallerAccess {
    private let identities: CallerIdentities
    /// Whether the caller has registered the object at that path.
    private let isRegistered: (_ caller: BusName, _ path: ObjectPath) -> Bool

    package init(
        identities: CallerIdentities, isRegistered: @escaping (_ caller: BusName, _ path: ObjectPath) -> Bool
    ) {
        self.identities = identities
        self.isRegistered = isRegistered
    }

    /// The checks of an object's members; nil for a member that every caller may use. A sandboxed caller may not use a member
    /// without a row.
    package func checks(of object: AccessTable.Object) -> (ObjectMember) -> CallCheck? {
        let callers = AccessTable.callers(on: object)
        return { [self] in check($0, callers[$0]) }
    }

    private func check(_ member: ObjectMember, _ callers: Callers?) -> CallCheck? {
        switch callers {
        case .anyone: nil
        case .registered: { [weak self] call, then in then(self?.refusalOfUnregistered(call)) }
        case .unconfined, .peer, nil:
            { [weak self] call, then in
                guard let self, let caller = call.sender else { return then(Self.refusal(member)) }
                identities.ask(caller) { standing in
                    switch standing {
                    case .unconfined: then(nil)
                    case .confined: then(Self.refusal(member))
                    case .unknown:
                        then(
                            DBusError(.timeout, "the bus did not tell in time which process you are; try again"))
                    }
                }
            }
        }
    }

    /// The check of an object that is exported for one peer. `peer` is called at each call and returns its unique name.
    package static func only(_ peer: @escaping () -> BusName?) -> CallCheck {
        { call, then in
            let isPeer = peer().map(call.isFrom) ?? false
            then(isPeer ? nil : DBusError(.accessDenied, "this object is not for you"))
        }
    }

    private func refusalOfUnregistered(_ call: Message) -> DBusError? {
        guard let caller = call.sender, case .objectPath(let path)? = (try? call.arguments())?.first,
            !isRegistered(caller, path)
        else { return nil }
        return Self.notRegistered(path)
    }

    /// The error for a caller that names an object which it has not registered.
    package static func notRegistered(_ path: ObjectPath) -> DBusError {
        DBusError(.invalidArguments, "you have not registered '\(path)'; call Register first")
    }

    private static func refusal(_ member: ObjectMember) -> DBusError {
        DBusError(
            .accessDenied,
            "\(member) is not for sandboxed apps, nor for a process that cannot be looked at; call it from outside the sandbox"
        )
    }
}
