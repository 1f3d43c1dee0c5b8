// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension PromiseJudge {
    /// Whether the buttons of a headset reach the right player. It is no fault if no headset is connected.
    var headset: PromiseFinding {
        let bluetooth = rows(.input).filter {
            $0.name == DoctorName.headset && $0.code != DoctorCode.noHeadset.rawValue
        }
        let all = bluetooth + inputs(.evdev)
        if let row = all.first(where: { $0.state == DoctorLine.unavailable }) { return failing(row, all) }
        if let row = obstacle(isConnected: !bluetooth.isEmpty) { return row }
        let working = all.filter(\.isWorking)
        if !working.isEmpty { return ready(working, hasBluetooth: !bluetooth.isEmpty) }
        if let row = all.first {
            // The session is locked, or the kernel is asked again.
            return PromiseFinding(.headset, .partly, Self.reason(row), row.advice, row: row)
        }
        return PromiseFinding(.headset, .ready, none, row: row(.doctor(.noHeadset)))
    }

    private func failing(_ row: DoctorLine, _ all: [DoctorLine]) -> PromiseFinding {
        // Baton gets the keys of a headset with those of the keyboard.
        let isDesktop = row.code == InputCode.desktopActs.rawValue
        let isPart = isDesktop || all.contains(where: \.isWorking)
        return PromiseFinding(
            .headset, isPart ? .partly : .broken,
            isDesktop ? translated("\(Self.name(row)): your desktop keeps its buttons") : Self.reason(row),
            isDesktop ? "batonctl setup --media-keys" : row.advice, row: row)
    }

    /// What is wrong with Bluetooth itself.
    private func obstacle(isConnected: Bool) -> PromiseFinding? {
        if let row = row(.doctor(.proxyRegisters)) ?? (isConnected ? row(.input(.twoPresses)) : nil) {
            return PromiseFinding(.headset, .partly, row.reason, row.advice, row: row)
        }
        if let row = row(.input, DoctorName.bluetooth), row.state == DoctorLine.unavailable {
            return PromiseFinding(.headset, .broken, row.reason, row.advice, row: row)
        }
        guard let row = inputs(.bluetooth).first(where: { $0.state == DoctorLine.unavailable }) else { return nil }
        return PromiseFinding(.headset, .broken, row.reason, row.advice, row: row)
    }

    private func ready(_ rows: [DoctorLine], hasBluetooth: Bool) -> PromiseFinding {
        let names = rows.map(Self.name)
        var seen: Set<String> = []
        let unique = names.filter { seen.insert($0).inserted }.joined(separator: ", ")
        let player = rows.lazy.map { $0.details.text(.program) }.first { !$0.isEmpty }
        let target =
            player.map { translated("its buttons go to \($0)") }
            ?? translated("its buttons go to the next player that starts")
        let text = hasBluetooth ? translated("\(unique) over Bluetooth; \(target)") : translated("\(unique); \(target)")
        return PromiseFinding(.headset, .ready, text, row: rows.first)
    }

    private static func name(_ row: DoctorLine) -> String {
        let device = row.details.text(.device)
        return device.isEmpty ? row.name : device
    }

    private static func reason(_ row: DoctorLine) -> String {
        // The row of a Bluetooth headset has its name in the reason.
        row.name == DoctorName.headset ? row.reason : "\(name(row)): \(row.reason)"
    }

    /// What is said where none is connected.
    private var none: String {
        let lacks: [ReasonCode] = [.doctor(.bluezAbsent), .doctor(.noAdapters), .input(.bluetoothOff)]
        let hasBluetooth = !lacks.contains { row($0) != nil }
        // The desktop that keeps the media keys of the keyboard keeps those of a headset too.
        guard !mediaKeys.state.isGap else {
            return hasBluetooth
                ? translated(
                    """
                    none is connected; a Bluetooth one works at once, a wired or USB one as soon as the media keys do
                    """)
                : translated("none is connected; a wired or USB one works as soon as the media keys do")
        }
        return hasBluetooth
            ? translated("none is connected; a Bluetooth, wired or USB one works at once")
            : translated("none is connected; a wired or USB one works at once, and there is no Bluetooth here")
    }
}
