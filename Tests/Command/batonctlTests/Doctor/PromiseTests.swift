// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDoctor
import BatonDrawing
import BatonPageReport
import BatonTestSupport
import Testing

@testable import batonctl

/// Which promises are kept, judged by codes, and how they are printed.
@Suite struct PromiseTests {
    private func finding(
        _ section: DoctorSection, _ name: String, _ state: DoctorState, _ reason: Reason
    ) -> DoctorLine {
        DoctorLine(DoctorFinding(section: section.rawValue, name: name, state: state.rawValue, reason: reason))
    }

    private func judged(
        _ promise: Promise, _ rows: [DoctorLine], displays: [String: String] = [:], groups: [String] = ["input"]
    ) throws -> PromiseFinding {
        let local = LocalChecks(
            installation: Installation(root: "/nonexistent", environment: [:], programFolders: []), displays: displays,
            groups: groups)
        return try #require(PromiseJudge(rows: rows, local: local).findings.first { $0.promise == promise })
    }

    @Test("media keys: what the desktop does with them, and the one command that changes it")
    func mediaKeys() throws {
        func judge(_ rows: DoctorLine...) throws -> [String] {
            let found = try judged(.mediaKeys, rows)
            return [found.state.rawValue, found.text, found.advice]
        }
        let gnome: Reason = .doctor(.listening, [.kind: "media-keys"])
        let works = finding(.input, "MATE", .works, gnome)
        #expect(try judge(works) == ["ready", "MATE sends them to Baton", ""])
        let kept = finding(.input, "media-keys", .needsConsent, .doctor(.compositorKeepsKeys, [.desktop: "sway"]))
        #expect(
            try judge(kept) == ["partly", "sway does not send them to Baton yet", "batonctl setup --media-keys"])
        let unclaimed = finding(
            .input, "GNOME", .unavailable, .input(.keysUnclaimed, [.desktop: "gnome", .kind: "media-keys"]))
        #expect(
            try judge(unclaimed)
                == ["partly", "GNOME sends them to a player that it picks itself", "batonctl setup --media-keys"])
        let bound = finding(.input, "media-keys", .works, .doctor(.shortcutsBound, [.desktop: "sway"]))
        #expect(try judge(bound).first == "ready")
        let taken = finding(.input, "mpris", .unavailable, .doctor(.faceTaken, [.service: "x", .process: .number(7)]))
        #expect(try judge(bound, taken).first == "partly")
        #expect(try judge().first == "not-here")
        let silent = finding(
            .input, "MATE", .unavailable, .input(.keysUnanswered, [.service: "MATE", .kind: "media-keys"]))
        #expect(try judge(silent).prefix(2) == ["broken", "MATE does not answer; restart it"])
    }

    @Test("a display that only this program knows is one that Baton has not been told of")
    func unknownDisplay() throws {
        let unknown = finding(.session, "display", .unavailable, .doctor(.displayUnknown))
        #expect(try judged(.mediaKeys, [unknown]).state == .notHere)
        let here = try judged(.mediaKeys, [unknown], displays: ["DISPLAY": ":0"])
        #expect(here.state == .broken && here.advice.contains("import-environment"))
    }

    @Test("headsets: to whom the buttons of a connected one go; none is no fault")
    func headsets() throws {
        func judge(_ rows: DoctorLine...) throws -> [String] {
            let found = try judged(.headset, rows)
            return [found.state.rawValue, found.text, found.advice]
        }
        let none = finding(.input, "headset", .off, .doctor(.noHeadset))
        #expect(
            try judge(none) == ["ready", "none is connected; a Bluetooth, wired or USB one works at once", ""])
        let sway = finding(.input, "media-keys", .needsConsent, .doctor(.compositorKeepsKeys, [.desktop: "sway"]))
        #expect(try judge(none, sway)[1].hasSuffix("a wired or USB one as soon as the media keys do"))
        let absent = finding(.input, "bluetooth", .off, .doctor(.bluezAbsent))
        #expect(try judge(none, absent)[1].hasSuffix("there is no Bluetooth here"))
        let sony = finding(
            .input, "headset", .works, .doctor(.headsetConnected, [.device: "WF-1000XM3", .program: "mpv"]))
        #expect(try judge(sony) == ["ready", "WF-1000XM3 over Bluetooth; its buttons go to mpv", ""])
        let wired = finding(.input, "USB Headset", .works, .doctor(.listening, [.kind: "evdev"]))
        #expect(
            try judge(wired) == ["ready", "USB Headset; its buttons go to the next player that starts", ""])
        let kept = finding(.input, "USB Headset", .unavailable, .input(.desktopActs, [.kind: "evdev"]))
        #expect(
            try judge(kept)
                == ["partly", "USB Headset: your desktop keeps its buttons", "batonctl setup --media-keys"])
        let forbidden = finding(.input, "headset", .unavailable, .input(.playerForbidden, [.device: "WF-1000XM3"]))
        #expect(try judge(forbidden).first == "broken")
        #expect(try judge(sony, forbidden).first == "partly")
    }

    @Test("headsets: of wired and USB ones nothing is promised that the user's rights do not allow, or that is off")
    func unreadableHeadsets() throws {
        let none = finding(.input, "headset", .off, .doctor(.noHeadset))
        let found = try judged(.headset, [none], groups: [])
        #expect(found.state == .partly && found.advice == "install the rule for headsets: docs/headsets.md")
        #expect(found.text == "none is connected; a Bluetooth one works at once, a wired or USB one after this, once")
        let bound = finding(.input, "media-keys", .works, .doctor(.shortcutsBound, [.desktop: "sway"]))
        let passed = try judged(.headset, [none, bound], groups: [])
        #expect(passed.state == .ready && passed.text.contains("with the keys that your desktop knows"))
        let forbidden = finding(
            .input, "USB", .unavailable, .input(.nodeForbidden, [.kind: "evdev", .path: "/dev/input/event7"]))
        #expect(try judged(.headset, [forbidden], groups: []).state == .broken)
        #expect(try judged(.headset, [forbidden, bound], groups: []).state == .partly, "its keys come by the desktop")
        let off = finding(.input, "headset", .off, .input(.headsetsOff))
        let absent = finding(.input, "bluetooth", .off, .doctor(.bluezAbsent))
        let all = try judged(.headset, [off, absent], groups: [])
        #expect(all.state == .off && all.text == "you turned it off, under [headset]")
        let wired = try judged(.headset, [off])
        #expect(wired.state == .off && wired.text.hasSuffix("a Bluetooth one works at once"))
        let sony = finding(.input, "headset", .works, .doctor(.headsetConnected, [.device: "WF-1000XM3"]))
        #expect(try judged(.headset, [off, sony]).state == .ready)
    }

    @Test(
        "pauses: without a sound server neither calls nor outputs are claimed, and the row says the same before anything plays"
    )
    func soundless() throws {
        let folder = TemporaryFolder()
        folder.write("", to: "etc/systemd/user/pipewire-pulse.socket")
        let local = LocalChecks(
            installation: Installation(
                root: folder.path, environment: ["XDG_RUNTIME_DIR": "/run/user/7"], programFolders: []), groups: [])
        let idle = finding(.interruptions, "sound-server", .off, .doctor(.soundUnwatched))
        let row = local.reviewed(idle)
        #expect(row.code == "no-sound-server" && row.isFault)
        let found = try #require(PromiseJudge(rows: [row], local: local).findings.first { $0.promise == .pauses })
        #expect(found.state == .partly && found.text.hasPrefix("neither for calls nor when headphones disconnect: "))
        #expect(DoctorReport(agent: "", rows: [row], local: local).repairs.isEmpty, "the promise tells it")
    }

    @Test("pauses: turned off is no fault, a sound server that does not answer is one where it could run")
    func pauses() throws {
        func judge(_ state: DoctorState, _ reason: Reason) throws -> PromiseState {
            try judged(.pauses, [finding(.interruptions, "sound-server", state, reason)]).state
        }
        #expect(try judge(.works, .doctor(.soundWatched)) == .ready)
        #expect(try judge(.off, .doctor(.soundUnwatched)) == .ready)
        #expect(try judge(.off, .doctor(.interruptionsOff)) == .off)
        #expect(try judge(.unavailable, .doctor(.programMissing)) == .broken)
        // PipeWire's service is not installed below the root of this test.
        #expect(try judge(.unavailable, .doctor(.noSoundServer)) == .notHere)
    }

    @Test("shakes: no sensor is no fault; without a route, consent or a daemon something is left to do")
    func shakes() throws {
        let sensor = finding(.sensor, "accelerometer", .works, .sensor(.reading))
        let focus = finding(.focus, "x11", .works, .doctor(.appInFront, [.app: "gedit"]))
        let route = finding(.route, "xtest", .works, .doctor(.routeReady))
        func judge(_ rows: DoctorLine...) throws -> PromiseFinding { try judged(.shake, rows) }
        #expect(try judge(sensor, focus, route).state == .ready)
        let none = finding(.sensor, "accelerometer", .unavailable, .sensor(.noAccelerometer))
        #expect(try judge(none, focus, route).state == .notHere)
        #expect(try judge(sensor, route).state == .partly, "nobody knows which app is in front")
        let asking = finding(.route, "portal", .needsConsent, .route(.needsConsent))
        #expect(try judge(sensor, focus, asking).advice == "batonctl setup")
        let off = finding(.sensor, "accelerometer", .off, .sensor(.offByUser))
        #expect(try judge(off, focus, route).state == .off)
        let silent = finding(.notifications, "daemon", .unavailable, .doctor(.noNotifications))
        #expect(try judge(sensor, focus, route, silent).state == .partly)
    }

    @Test("without Baton nothing works but what this machine lacks anyway, and the cure is told once")
    func absent() throws {
        let rows = [
            DoctorLine(
                section: "service", name: "batond", state: "unavailable", reason: "Baton is not running",
                advice: "start it: batond", code: "agent-absent"),
            finding(.sensor, "accelerometer", .unavailable, .sensor(.noAccelerometer)),
        ]
        let local = LocalChecks(
            installation: Installation(root: "/nonexistent", environment: [:], programFolders: []), groups: [])
        let report = DoctorReport(agent: nil, rows: rows, local: local)
        #expect(report.promises.map(\.state) == [.broken, .broken, .broken, .notHere])
        let lines = PromiseTable(findings: report.promises).lines.map(\.plain)
        #expect(lines.filter { $0.contains("start it: batond") }.count == 1 && lines.count == 5, "\(lines)")
        #expect(report.repairs.isEmpty, "it is told above")
    }

    @Test("the command below a promise begins where its text does, at any width", arguments: [40, 80, 200])
    func widths(_ columns: Int) throws {
        let command = "systemctl --user enable --now pipewire-pulse.socket"
        let findings = Promise.allCases.map {
            PromiseFinding(
                $0, $0 == .pauses ? .partly : .notHere, "half a sentence that is longer than a narrow line",
                $0 == .pauses ? command : "")
        }
        let lines = PromiseTable(findings: findings, columns: columns).lines.map(\.plain)
        #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
        let arrow = try #require(lines.firstIndex { $0.contains("→ ") })
        let column = columns == 40 ? 2 : 28
        #expect(lines[arrow].hasPrefix(String(repeating: " ", count: column) + "→ systemctl --user"), "\(lines)")
        #expect(lines[arrow].hasSuffix(columns == 200 ? command : " \\"))
    }

    @Test("only what should work and does not is red; what this machine lacks is not")
    func colors() {
        func line(_ state: PromiseState) -> String {
            PromiseTable(findings: [PromiseFinding(.shake, state, "x")], isColored: true).lines[0].rendered { $0 }
        }
        #expect(line(.broken).contains("\u{1b}[0;31mnot working"))
        #expect(!line(.notHere).contains("31m") && !line(.partly).contains("31m"))
    }
}
