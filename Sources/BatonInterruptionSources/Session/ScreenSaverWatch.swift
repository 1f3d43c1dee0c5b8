// SPDX-License-Identifier: Apache-2.0

package import BatonDBus
import BatonSession

/// Whether a screen saver of the session bus is active: not every locker tells logind (rule I26).
@MainActor
package final class ScreenSaverWatch {
    /// Called when ``isActive`` has changed.
    var onChange: (() -> Void)?

    /// Whether any of them is active.
    package var isActive: Bool { !active.isEmpty }

    private let connection: Connection
    private var matches: [Match] = []
    private var watches: [NameWatch] = []
    private var owners: [String: BusName] = [:]
    private var active: Set<String> = [] {
        didSet { if active.isEmpty != oldValue.isEmpty { onChange?() } }
    }

    package init(connection: Connection) {
        self.connection = connection
    }

    /// Begins to watch. Further calls do nothing.
    package func open() {
        guard matches.isEmpty else { return }
        for interface in ScreenLock.interfaces.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard let name = try? BusName(interface.rawValue) else { continue }
            watches.append(
                connection.watchName(name) { [weak self] owner in
                    self?.owners[name.rawValue] = owner
                    if owner == nil { self?.active.remove(name.rawValue) }
                })
            matches.append(
                connection.addMatch(MatchRule(interface: interface, member: "ActiveChanged")) { [weak self] message in
                    self?.changed(name.rawValue, message)
                })
        }
    }

    /// Ends it.
    package func close() {
        for match in matches { match.cancel() }
        for watch in watches { watch.cancel() }
        matches = []
        watches = []
        owners = [:]
        active = []
    }

    private func changed(_ name: String, _ message: Message) {
        guard message.sender != nil, message.sender == owners[name],
            let isOn = (try? message.arguments())?.first?.asBool
        else { return }
        if isOn { active.insert(name) } else { active.remove(name) }
    }
}
