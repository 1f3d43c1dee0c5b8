// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// Lets the callers of the agent's objects in, by the ``AccessTable``.
@MainActor
package final class CallerAccess {
    private let identities: CallerIdentities
    /// Whether the caller has registered the object of that path.
    package var isRegistered: (_ caller: BusName, _ path: ObjectPath) -> Bool = { _, _ in false }

    package init(identities: CallerIdentities) {
        self.identities = identities
    }

    /// The check of a member; nil when anyone may ask for it. A member without a row is for no sandboxed caller.
    package func check(_ member: ObjectMember, of object: AccessTable.Object) -> CallCheck? {
        switch AccessTable.callers(of: member, on: object) {
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
                        then(DBusError(.timeout, "the bus did not tell in time which process you are; try again"))
                    }
                }
            }
        }
    }

    /// The check of an object that is made for one peer, whose unique name is asked for with each call.
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

    /// What a caller is told that names an object it has not registered.
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
