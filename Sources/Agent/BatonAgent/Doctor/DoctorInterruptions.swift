// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonInterruptionCauses
import BatonMPRIS
import BatonProcesses
import BatonReactor
import BatonRouting
import BatonSettings

/// The rows about interruptions: the sound server, and other programs that pause players too (rules I22, I24, I101 and I173).
@MainActor
enum DoctorInterruptions {
    private static let patience = Duration.seconds(1)
    /// From this version on WirePlumber pauses players whose output is removed.
    nonisolated private static let firstPausing = [0, 5, 11]
    private static let powerDevil: BusName = "org.kde.Solid.PowerManagement"

    static func checks(_ audio: AudioCause, bus: BusQuestions) -> [DoctorCheck] {
        [
            DoctorCheck(.interruptions, DoctorName.soundServer) { [weak audio] in
                guard let audio else { return [] }
                return [soundRow(audio)]
                    + audio.playersWithoutStream.map {
                        streamRow($0.player.name, playsElsewhere: audio.playsElsewhere($0))
                    } + volumeRows(audio)
            },
            DoctorCheck(.interruptions, DoctorName.others) { deadline, then in
                let limit = min(deadline, bus.now + patience)
                findWirePlumber(bus, by: limit) { wirePlumber in
                    bus.process(of: powerDevil, by: limit) { process in
                        let powerDevil = process.map { othersRow(.powerDevilPauses, process: $0) }
                        then([wirePlumber, powerDevil].compactMap(\.self))
                    }
                }
            },
        ]
    }

    // MARK: The sound server

    private static func soundRow(_ audio: AudioCause) -> DoctorRow {
        let supervisor = audio.supervisor
        return soundRow(
            isUsed: audio.isUsed, isInstalled: supervisor.isInstalled, isRunning: supervisor.isRunning,
            isConnected: supervisor.isConnected, end: supervisor.lastEnd.map { "\($0)" })
    }

    /// - Parameter end: how baton-audio ended last; nil if it has answered since.
    nonisolated static func soundRow(
        isUsed: Bool, isInstalled: Bool, isRunning: Bool, isConnected: Bool, end: String?
    ) -> DoctorRow {
        func row(_ state: DoctorState, _ code: DoctorCode, _ details: Reason.Details = [:]) -> DoctorRow {
            DoctorRow(.interruptions, DoctorName.soundServer, state, .doctor(code, details))
        }
        guard isUsed else { return row(.off, .interruptionsOff) }
        guard isInstalled else { return row(.unavailable, .programMissing) }
        if let end { return row(.unavailable, .audioHelperEnds, [.message: .text(end)]) }
        guard isRunning else { return row(.off, .soundUnwatched) }
        return isConnected ? row(.works, .soundWatched) : row(.unavailable, .noSoundServer)
    }

    nonisolated static func streamRow(_ player: BusName, playsElsewhere: Bool = false) -> DoctorRow {
        DoctorRow(
            .interruptions, DoctorName.streams, playsElsewhere ? .off : .unavailable,
            .doctor(playsElsewhere ? .playsElsewhere : .streamUnknown, [.program: .text(name(of: player))]))
    }

    /// Players whose volume is that of their streams, and those that are lowered now.
    private static func volumeRows(_ audio: AudioCause) -> [DoctorRow] {
        let byStream = audio.playersChangedByStream.map { volumeRow(.volumeByStream, name(of: $0.player.name)) }
        let lowered = audio.loweredPlayers
        return lowered.isEmpty
            ? byStream : byStream + [volumeRow(.volumesLowered, lowered.joined(separator: ", "))]
    }

    nonisolated static func volumeRow(_ code: DoctorCode, _ program: String) -> DoctorRow {
        DoctorRow(.interruptions, DoctorName.volumes, .works, .doctor(code, [.program: .text(program)]))
    }

    nonisolated private static func name(of player: BusName) -> String {
        String(PlayerPattern.withoutPrefix(player.rawValue))
    }

    // MARK: Others

    private static func findWirePlumber(_ bus: BusQuestions, by limit: Duration, then: @escaping (DoctorRow?) -> Void) {
        bus.processes(by: limit) { then(Set($0).sorted().lazy.compactMap { wirePlumberRow($0) }.first) }
    }

    /// The row of a process; nil if it is not WirePlumber, or one that pauses no player.
    nonisolated static func wirePlumberRow(_ process: UInt32, root: String = "/proc") -> DoctorRow? {
        guard let files = ProcessFiles(of: process, root: root), files.command == "wireplumber",
            let version = files.versionOfLibrary("libwireplumber")
        else { return nil }
        let numbers = version.split(separator: ".").map { Int($0) ?? 0 }
        guard !numbers.lexicographicallyPrecedes(firstPausing) else { return nil }
        return othersRow(.wirePlumberPauses, process: process, [.version: .text(version)])
    }

    nonisolated static func othersRow(
        _ code: DoctorCode, process: UInt32, _ details: Reason.Details = [:]
    ) -> DoctorRow {
        var details = details
        details[.process] = .number(process)
        return DoctorRow(.interruptions, DoctorName.others, .works, .doctor(code, details))
    }
}

extension ProcessFiles {
    /// Enough for a program with a few hundred libraries.
    private static let longestMaps = 1 << 20

    /// The version in the file name of a library that the process has loaded, as `0.5.11` in `libfoo-0.5.so.0.5.11`; nil
    /// without one.
    fileprivate func versionOfLibrary(_ name: String) -> String? {
        guard let bytes = bytes(of: "maps", most: Self.longestMaps) else { return nil }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let slash = line.lastIndex(of: UInt8(ascii: "/")) else { continue }
            let file = String(decoding: line[line.index(after: slash)...], as: UTF8.self)
            let parts = file.split(separator: ".")
            guard file.hasPrefix(name), let mark = parts.firstIndex(of: "so"), mark + 1 < parts.count else { continue }
            return parts[(mark + 1)...].joined(separator: ".")
        }
        return nil
    }
}
