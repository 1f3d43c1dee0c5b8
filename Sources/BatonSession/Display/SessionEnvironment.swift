// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonReactor

/// Reads where the session's display is, each time somebody wants to use it (design §8).
///
/// batond may start before the compositor and outlive it: what the user manager (`systemctl --user
/// import-environment`) knows now counts, and batond's own environment where there is no such manager.
@MainActor
package final class SessionEnvironment {
    private let bus: BusQuestions
    private let own: [String: String]

    private static let manager: BusName = "org.freedesktop.systemd1"
    /// It answers in a millisecond, or is not there.
    private static let patience = Duration.milliseconds(100)

    /// - Parameter own: batond's environment.
    package init(connection: Connection, own: [String: String]) {
        bus = BusQuestions(connection: connection)
        self.own = own
    }

    /// Reads the variables; the answer comes within a tenth of a second.
    package func read(then: @escaping (DisplayEnvironment) -> Void) {
        let arguments: [Value] = [.string("org.freedesktop.systemd1.Manager"), .string("Environment")]
        bus.ask(
            Self.manager, "/org/freedesktop/systemd1", "org.freedesktop.DBus.Properties", "Get", arguments,
            by: bus.now + Self.patience
        ) { [own] result in
            var variables: [String: String] = [:]
            if case .success(let values) = result { variables = Self.variables(values.first?.asStringArray ?? []) }
            then(DisplayEnvironment(manager: variables, own: own, isServed: ServedSocket.isThere))
        }
    }

    /// The assignments that are well-formed; the last of a name counts.
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
