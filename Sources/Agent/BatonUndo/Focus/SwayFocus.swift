// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonProcesses
import BatonReactor
import BatonSession
import Glibc

/// Asks sway for its tree (sway-ipc(7), GET_TREE). i3 has the same protocol, but its tree does not name processes (rule
/// UNDO14).
@MainActor
final class SwayFocus: FocusProvider {
    let name = FocusProviderName.sway
    private let reactor: Reactor
    private let user: uid_t

    /// - Parameter user: the user that the compositor must run as.
    init(reactor: Reactor, user: uid_t = geteuid()) {
        self.reactor = reactor
        self.user = user
    }

    func ask(
        in environment: DisplayEnvironment, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        guard let path = environment["SWAYSOCK"] ?? environment["I3SOCK"] else {
            return then(.failure(.absent(.focus(.variableUnset, [.variable: "SWAYSOCK I3SOCK"]))))
        }
        LocalExchange.ask(
            path, SwayTree.request, longest: SwayTree.header + SwayTree.longest, by: deadline, reactor: reactor,
            user: user, judge: SwayTree.progress
        ) { result in
            then(result.mapError(FocusProblem.init).flatMap { SwayTree.app(inReply: $0) })
        }
    }
}
