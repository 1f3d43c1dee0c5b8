// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonReactor
import BatonSession

/// Finds the action of the window in front: at the address that the window itself names, else among the objects that
/// its process exports, if it has no other window (rules UNDO9, UNDO10 and UNDO45). It keeps itself alive until it has
/// answered.
@MainActor
final class GTKActionSearch {
    private let operation: UndoOperation
    private let app: FocusedApp
    private let bus: BusQuestions
    private let deadline: Duration
    private let then: (Result<GTKAction, Reason>) -> Void

    static let actions: InterfaceName = "org.gtk.Actions"
    private static let mostNames = 2048
    private static let mostOwners = 8

    init(
        _ operation: UndoOperation, in app: FocusedApp, bus: BusQuestions, by deadline: Duration,
        then: @escaping (Result<GTKAction, Reason>) -> Void
    ) {
        self.operation = operation
        self.app = app
        self.bus = bus
        self.deadline = deadline
        self.then = then
    }

    func start() {
        guard let gtk = app.gtk, let owner = try? BusName(gtk.busName), owner.isUnique else {
            return askWithoutAddress()
        }
        bus.process(of: owner, by: deadline) { [self] process in
            // A window may name the connection of another process. The connection of a sandboxed app belongs to its
            // proxy, so this route fails for it, and keys remain.
            guard app.runs(in: process) else {
                return fail(.route(.windowForged))
            }
            // The app's own actions act in whichever of its windows GTK takes for the present one, so they count for a
            // window that has actions only.
            guard let window = try? ObjectPath(gtk.windowPath) else { return askWithoutAddress() }
            let paths = [window] + [gtk.applicationPath].compactMap { try? ObjectPath($0) }
            describe(paths.map { GTKAction.Group(owner: owner, path: $0) }[...])
        }
    }

    /// A dialog has no address, and what its process exports are the actions of the document behind it.
    private func askWithoutAddress() {
        guard app.isOnlyWindow else { return fail(.route(.windowWithoutActions)) }
        askNames()
    }

    // MARK: What the process exports

    private func askNames() {
        bus.askBus("ListNames", [], by: deadline) { [self] result in
            guard case .success(let values) = result, let texts = values.first?.asStringArray else {
                return fail(.route(.busFailed))
            }
            let names = texts.prefix(Self.mostNames).compactMap { try? BusName($0) }.filter(\.isUnique)
            Gathering.all(names) { [self] name, then in
                bus.process(of: name, by: deadline) { then($0) }
            } then: { [self] processes in
                let owners = zip(names, processes).filter { app.runs(in: $0.1) }.map(\.0)
                guard !owners.isEmpty else { return fail(.route(.appNotOnBus, [.bus: "session"])) }
                Gathering.all(Array(owners.prefix(Self.mostOwners)), ask: groups) { [self] in
                    choose($0.flatMap(\.self))
                }
            }
        }
    }

    private func groups(of owner: BusName, then: @escaping ([GTKAction.Group]) -> Void) {
        ObjectWalk(owner, interface: Self.actions, bus: bus, by: deadline) { paths in
            then(paths.map { GTKAction.Group(owner: owner, path: $0) })
        }.start()
    }

    private func choose(_ groups: [GTKAction.Group]) {
        guard !groups.isEmpty else { return fail(.route(.noActions)) }
        let windows = groups.filter { Self.isWindow($0.path) }
        guard windows.count <= 1 else {
            return fail(.route(.windowsAmbiguous, [.count: .number(UInt32(clamping: windows.count))]))
        }
        let others = groups.filter { group in
            guard !Self.isWindow(group.path) else { return false }
            // Only the app of the window; all groups if there is no window.
            return windows.allSatisfy { $0.path.rawValue.hasPrefix(group.path.rawValue + "/") }
        }
        describe((windows + others.prefix(8))[...])
    }

    /// Whether the path is that of a window: GTK numbers windows below the app's path.
    private static func isWindow(_ path: ObjectPath) -> Bool {
        let parts = path.rawValue.split(separator: "/")
        return parts.count >= 2 && parts[parts.count - 2] == "window" && parts[parts.count - 1].allSatisfy(\.isNumber)
    }

    // MARK: What the groups have

    /// Reads one group after the other: the window's own actions go before the app's.
    private func describe(_ groups: ArraySlice<GTKAction.Group>) {
        guard let group = groups.first else {
            return fail(.route(.noUndoAction, [.operation: .text(operation.rawValue)]))
        }
        bus.ask(group.owner, group.path, Self.actions, "DescribeAll", [], by: deadline) { [self] result in
            switch result {
            case .success(let values):
                if let action = GTKAction(operation, in: values.first, of: group) { return then(.success(action)) }
            case .failure(let error) where error.name == .timeout:
                return fail(.route(.appSilent))
            case .failure: break
            }
            describe(groups.dropFirst())
        }
    }

    private func fail(_ reason: Reason) {
        then(.failure(reason))
    }
}
