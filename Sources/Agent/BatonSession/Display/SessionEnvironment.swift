// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonProcesses
import BatonReactor

/// Reads the variables of the session's display, at each use.
///
/// batond may start before the compositor and outlive it, so its own environment may be out of date. The user manager's
/// present environment (`systemctl --user import-environment`) is used, and batond's own if there is no user manager.
@MainActor
package final class SessionEnvironment {
    private let bus: BusQuestions
    private let own: [String: String]

    private static let manager: BusName = "org.freedesktop.systemd1"
    /// The deadline of the question. systemd answers within about a millisecond.
    private static let patience = Duration.milliseconds(100)

    /// - Parameter own: batond's environment.
    package init(connection: Connection, own: [String: String]) {
        bus = BusQuestions(connection: connection)
        self.own = own
    }

    /// Reads the variables. `then` is called within 100 ms.
    package func read(then: @escaping (DisplayEnvironment) -> Void) {
        let arguments: [Value] = [.string("org.freedesktop.systemd1.Manager"), .string("Environment")]
        bus.ask(
            Self.manager, "/org/freedesktop/systemd1", .properties, "Get", arguments,
            by: bus.now + Self.patience
        ) { [own] result in
            var variables: [String: String] = [:]
            if case .success(let values) = result { variables = Self.variables(values.first?.asStringArray ?? []) }
            then(DisplayEnvironment(manager: variables, own: own, isServed: ServedSocket.isThere))
        }
    }

    /// The well-formed assignments of the variables in use. If a name occurs several times, the last value counts.
    package nonisolated static func variables(_ assignments: [String]) -> [String: String] {
        var result: [String: String] = [:]
        for assignment in assignments.prefix(4096) {
            guard let equals = assignment.firstIndex(of: "=") else { continue }
            let name = String(assignment[..<equals])
            guard DisplayEnvironment.displayNames.contains(name) || DisplayEnvironment.loginNames.contains(name) else {
                continue
            }
            result[name] = String(assignment[assignment.index(after: equals)...])
        }
        return result
    }
}
