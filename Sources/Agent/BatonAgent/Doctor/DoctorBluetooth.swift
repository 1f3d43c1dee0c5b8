// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonIntake
import BatonProcesses
import BatonReactor
import BatonSession
import BatonSettings

/// The rows about BlueZ, and about other programs that register players with it.
///
/// The player that was registered first receives the buttons of all headsets, and no method of BlueZ lists the players
/// (rule BLUEZ2). So the processes of all connections to the system bus are examined.
@MainActor
enum DoctorBluetooth {
    /// A program that registers a player.
    enum Rival: String, CaseIterable {
        /// BlueZ's own bridge, which registers every MPRIS player, also Baton's face.
        case proxy = "mpris-proxy"
        /// Registers a dummy player, so that headsets find a player; only some versions and configurations do.
        case wirePlumber = "wireplumber"
        /// The predecessor of WirePlumber. The kernel keeps 15 bytes of a process' name.
        case mediaSession = "pipewire-media-"

        /// The program's own name.
        var title: String {
            switch self {
            case .proxy: rawValue
            case .wirePlumber: "WirePlumber"
            case .mediaSession: "pipewire-media-session"
            }
        }
    }

    private static let patience = Duration.seconds(1)
    /// The most connections examined; more than a system has.
    private static let most = 512

    static func check(_ input: BluetoothInput, bus: SystemBus) -> DoctorCheck {
        DoctorCheck(.input, DoctorName.bluetooth) { deadline, then in
            guard input.isEnabled else { return then([disabledRow]) }
            guard bus.isConnected, input.bluez.owner != nil else { return then([absentRow]) }
            if input.bluez.isSilent { return then([silentRow]) }
            let present = row(adapters: input.bluez.paths.count)
            let questions = BusQuestions(connection: bus.connection)
            findRivals(questions, by: min(deadline, questions.now + patience)) { rivals in
                then([present] + rivals.map { row($0.rival, process: $0.process) })
            }
        }
    }

    /// The devices whose `belief` has no effect (rule I52).
    static func beliefs(_ devices: @escaping () -> [String: Configuration.DeviceRule]) -> DoctorCheck {
        DoctorCheck(.input, DoctorName.bluetooth) {
            let usual = Configuration.DeviceRule().belief
            return devices().filter { $0.value.wear == .yes && $0.value.belief != usual }.map(\.key).sorted().map {
                name in
                row(.off, .doctor(.beliefUnused, [.device: .text(name)]))
            }
        }
    }

    /// The headsets that seem to need two presses (rule I56).
    static func hints(_ names: @escaping () -> [String]) -> DoctorCheck {
        DoctorCheck(.input, DoctorName.bluetooth) {
            names().map { row(.works, .input(.twoPresses, [.device: .text($0)])) }
        }
    }

    private static func findRivals(
        _ bus: BusQuestions, by limit: Duration, then: @escaping ([(rival: Rival, process: UInt32)]) -> Void
    ) {
        bus.processes(by: limit) { then(rivals(among: $0)) }
    }

    /// Each process once, in the order given.
    nonisolated static func rivals(
        among processes: [UInt32], root: String = "/proc"
    ) -> [(rival: Rival, process: UInt32)] {
        var seen: Set<UInt32> = []
        return processes.compactMap { process in
            guard seen.insert(process).inserted, let name = ProcessFiles(of: process, root: root)?.command,
                let rival = Rival(rawValue: name)
            else { return nil }
            return (rival, process)
        }
    }

    // MARK: Rows

    nonisolated private static func row(_ state: DoctorState, _ reason: Reason) -> DoctorRow {
        DoctorRow(.input, DoctorName.bluetooth, state, reason)
    }

    nonisolated static var disabledRow: DoctorRow { row(.off, .input(.bluetoothOff)) }

    nonisolated static var absentRow: DoctorRow { row(.off, .doctor(.bluezAbsent)) }

    nonisolated static var silentRow: DoctorRow { row(.unavailable, .input(.bluezSilent)) }

    nonisolated static func row(adapters: Int) -> DoctorRow {
        guard adapters > 0 else { return row(.off, .doctor(.noAdapters)) }
        return row(.works, .doctor(.adaptersFound, [.count: .number(UInt32(clamping: adapters))]))
    }

    nonisolated static func row(_ rival: Rival, process: UInt32) -> DoctorRow {
        let details: Reason.Details = [.program: .text(rival.title), .process: .number(process)]
        return switch rival {
        case .proxy: row(.unavailable, .doctor(.proxyRegisters, details))
        case .wirePlumber, .mediaSession: row(.works, .doctor(.dummyPlayer, details))
        }
    }
}
