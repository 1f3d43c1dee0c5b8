// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension PromiseJudge {
    /// Whether the buttons of a headset reach the right player. It is no fault if no headset is connected.
    var headset: PromiseFinding {
        let off = row(.input(.headsetsOff))
        let bluetooth = rows(.input).filter {
            $0.name == DoctorName.headset && $0.code != DoctorCode.noHeadset.rawValue && $0 != off
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
        if let off { return turnedOff(off) }
        if !local.canReadHeadsets { return unreadable }
        return PromiseFinding(.headset, .ready, none, row: row(.doctor(.noHeadset)))
    }

    private func turnedOff(_ row: DoctorLine) -> PromiseFinding {
        PromiseFinding(
            .headset, .off,
            hasBluetooth
                ? translated("you turned off wired and USB ones, under [headset]; a Bluetooth one works at once")
                : translated("you turned it off, under [headset]"),
            row: row)
    }

    /// None is connected, and a wired or USB one could not be read: its keys come through a desktop that passes on the media keys.
    private var unreadable: PromiseFinding {
        if mediaKeys.state == .ready {
            let text =
                hasBluetooth
                ? translated(
                    """
                    none is connected; a Bluetooth one works at once, a wired or USB one with the keys that your desktop \
                    knows (all: docs/headsets.md)
                    """)
                : translated(
                    """
                    none is connected; a wired or USB one works with the keys that your desktop knows (all: \
                    docs/headsets.md)
                    """)
            return PromiseFinding(.headset, .ready, text, row: row(.doctor(.noHeadset)))
        }
        return PromiseFinding(
            .headset, .partly,
            hasBluetooth
                ? translated("none is connected; a Bluetooth one works at once, a wired or USB one after this, once")
                : translated("none is connected; a wired or USB one works after this, once"),
            headsetRule, row: row(.doctor(.noHeadset)))
    }

    /// How to let Baton read them.
    private var headsetRule: String {
        local.installation.headsetRuleCommand ?? translated("install the rule for headsets: docs/headsets.md")
    }

    private var hasBluetooth: Bool {
        let lacks: [ReasonCode] = [.doctor(.bluezAbsent), .doctor(.noAdapters), .input(.bluetoothOff)]
        return !lacks.contains { row($0) != nil }
    }

    private func failing(_ row: DoctorLine, _ all: [DoctorLine]) -> PromiseFinding {
        // Baton gets the keys of a headset with those of the keyboard.
        let isDesktop = row.code == InputCode.desktopActs.rawValue
        let isForbidden = row.code == InputCode.nodeForbidden.rawValue
        let isPart = isDesktop || all.contains(where: \.isWorking) || isForbidden && mediaKeys.state == .ready
        let advice = isForbidden && row.advice.isEmpty ? headsetRule : row.advice
        return PromiseFinding(
            .headset, isPart ? .partly : .broken,
            isDesktop ? translated("\(Self.name(row)): your desktop keeps its buttons") : Self.reason(row),
            isDesktop ? "batonctl setup --media-keys" : advice, row: row)
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
