// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonJSON
import BatonProcesses
import BatonReactor
import BatonSession
import Glibc

/// Asks Hyprland for its active window (its wiki, "IPC": `j/activewindow` on the command socket).
@MainActor
final class HyprlandFocus: FocusProvider {
    let name = FocusProviderName.hyprland
    private let reactor: Reactor
    private let user: uid_t

    /// The longest answer in bytes that is read. The description of a window has about 1 KiB.
    static let longestAnswer = 256 << 10

    /// - Parameter user: the user that the compositor must run as.
    init(reactor: Reactor, user: uid_t = geteuid()) {
        self.reactor = reactor
        self.user = user
    }

    func ask(
        in environment: DisplayEnvironment, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        guard let signature = environment["HYPRLAND_INSTANCE_SIGNATURE"] else {
            return then(.failure(.absent(.focus(.variableUnset, [.variable: "HYPRLAND_INSTANCE_SIGNATURE"]))))
        }
        guard !signature.utf8.contains(UInt8(ascii: "/")), signature != "..", signature != "." else {
            return then(.failure(.failed(.focus(.variableInvalid, [.variable: "HYPRLAND_INSTANCE_SIGNATURE"]))))
        }
        // Before Hyprland 0.40 the socket was in /tmp.
        let directories = [environment.runtimeDirectory, "/tmp"].compactMap(\.self)
        ask(directories.map { "\($0)/hypr/\(signature)/.socket.sock" }[...], by: deadline, then: then)
    }

    private func ask(
        _ paths: ArraySlice<String>, by deadline: Duration,
        then: @escaping (Result<FocusedApp, FocusProblem>) -> Void
    ) {
        guard let path = paths.first else { return then(.failure(.failed(.focus(.noSocket)))) }
        let behind = paths.dropFirst()
        LocalExchange.ask(
            path, Array("j/activewindow".utf8), longest: Self.longestAnswer, by: deadline, reactor: reactor, user: user,
            judge: { _ in .partial }
        ) { [self] result in
            switch result {
            case .success(let bytes): then(Self.app(inReply: bytes))
            case .failure(.failed) where !behind.isEmpty: ask(behind, by: deadline, then: then)
            case .failure(let error): then(.failure(FocusProblem(error)))
            }
        }
    }

    /// The app that a complete reply names.
    nonisolated static func app(inReply bytes: [UInt8]) -> Result<FocusedApp, FocusProblem> {
        let window: JSONValue
        do throws(JSONError) {
            window = try JSONReader.read(bytes)
        } catch {
            return .failure(.unreadable("\(error.message) at byte \(error.offset)"))
        }
        guard case .object(let members) = window else { return .failure(.unreadable("it is no window")) }
        guard !members.isEmpty, window["address"]?.asString.map({ $0 != "0x0" && $0 != "0x" }) ?? true else {
            return .failure(.noApp(.focus(.noWindow)))
        }
        guard let process = window["pid"]?.asProcess else { return .failure(.failed(.focus(.noProcess))) }
        return .success(
            FocusedApp(
                // For an X11 window Hyprland may report the process of Xwayland.
                process: process, isProcessCertain: window["xwayland"]?.asBool != true,
                names: [window["class"]?.asString, window["initialClass"]?.asString],
                window: FocusText.clean(window["address"]?.asString ?? ""), provider: .hyprland))
    }
}
