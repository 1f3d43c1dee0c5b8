// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension PromiseJudge {
    /// That there is no sensor.
    func notHere(_ sensor: DoctorLine) -> PromiseFinding {
        PromiseFinding(
            .shake, .notHere, translated("this machine has no accelerometer ('batonctl undo' works without one)"),
            row: sensor)
    }

    /// Whether a shake is recognized, and reaches the app in front.
    var shake: PromiseFinding {
        func finding(_ state: PromiseState, _ row: DoctorLine?, _ text: String? = nil, _ advice: String? = nil)
            -> PromiseFinding
        {
            PromiseFinding(.shake, state, text ?? row?.reason ?? "", advice ?? row?.advice ?? "", row: row)
        }
        if let row = row(.service, DoctorName.undo), row.state == DoctorLine.off {
            return finding(.off, row, translated("you turned it off: mode = off, under [undo]"), "")
        }
        if let row = row(.sensor, DoctorName.accelerometer) {
            if Self.switchedOff.contains(row.code) { return finding(.off, row) }
            if row.state == DoctorLine.unavailable { return finding(.broken, row) }
        }
        let routes = rows(.route)
        let asking = routes.first { $0.state == DoctorLine.needsConsent }
        let working = routes.filter(\.isWorking).map(\.name)
        if working.isEmpty {
            if let asking {
                return finding(.partly, asking, translated("your desktop asks you first, once"), "batonctl setup")
            }
            let absent = [RouteCode.noHelper, .librariesMissing].map(\.rawValue)
            if let helper = routes.first(where: { absent.contains($0.code) }) {
                return finding(.broken, helper)
            }
            return finding(.notHere, routes.first, translated("no program can press Undo in this session"), "")
        }
        // Every other route reaches every app; this one reaches the apps that export their own Undo.
        if working == ["gtk-actions"], let asking {
            return finding(.partly, asking, translated("only in apps with their own Undo action yet"), "batonctl setup")
        }
        let focus = rows(.focus)
        if !focus.contains(where: \.isWorking) {
            return finding(
                .partly, focus.first { !$0.advice.isEmpty } ?? focus.first,
                translated("it is not known which app is in front, so nothing is undone"))
        }
        let isAsking = row(.doctor(.undoImmediate)) == nil
        if isAsking, let row = rows(.notifications).first(where: { $0.state == DoctorLine.unavailable }) {
            return finding(.partly, row)
        }
        return finding(
            .ready, row(.sensor, DoctorName.accelerometer),
            isAsking ? translated("asks first, with a notification") : translated("undoes at once"), "")
    }

    /// The codes of a sensor that the user does not want to be read.
    private static let switchedOff = [SensorCode.offByUser, .offByConfiguration, .paused].map(\.rawValue)
}
