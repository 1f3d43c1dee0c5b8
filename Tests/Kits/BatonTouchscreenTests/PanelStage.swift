// SPDX-License-Identifier: Apache-2.0

import BatonEvents

@testable import BatonTouchscreen

/// A panel of 1000 × 500 units, one point each, whose events a test writes as words.
@MainActor
final class PanelStage {
    let slots: TouchSlots
    /// The phase and place of each touch that changed, event by event: "0 began 10,20".
    private(set) var log: [[String]] = []
    private var now = Duration.zero
    private var names: [UInt64: Int] = [:]
    private let application = Application()
    private let window = Window()

    init() throws {
        var panel = try TouchPanel(
            name: "", x: PanelAxis(0...1000), y: PanelAxis(0...500), slots: 0...9, isDirect: true)
        panel.pointsPerUnit = 1
        window.frame = Rect(origin: .zero, size: panel.size)
        application.addWindow(window)
        slots = TouchSlots(panel: panel, tracker: TouchTracker(window: window))
    }

    /// Sends a frame, such as "slot 1 id 7 x 10 y 20". An event has a time of its own, 10 ms after the one before.
    @discardableResult
    func frame(_ text: String, isEnded: Bool = true) -> [[String]] {
        let codes: [String: UInt16] = [
            "slot": PanelCode.slot, "id": PanelCode.trackingID, "x": PanelCode.positionX, "y": PanelCode.positionY,
            "tool": PanelCode.toolType, "distance": PanelCode.distance,
        ]
        now += .milliseconds(10)
        let words = text.split(separator: " ")
        var before = log.count
        for index in stride(from: 0, to: words.count, by: 2) {
            if words[index] == "dropped" {
                note(slots.take(PanelEvent(type: 0, code: PanelCode.dropped, value: 0, timestamp: now)))
                continue
            }
            let (code, value) = (codes[String(words[index])] ?? 0x3f, Int32(words[index + 1]) ?? 0)
            note(slots.take(PanelEvent(type: 3, code: code, value: value, timestamp: now)))
        }
        if isEnded { note(slots.take(PanelEvent(type: 0, code: 0, value: 0, timestamp: now))) }
        before = min(before, log.count)
        return Array(log[before...])
    }

    func note(_ events: [Event]) {
        for event in events {
            application.postEvent(event)
            application.processEvents()
            log.append(
                event.snapshot().touches.filter { $0.phase != .stationary }.map { touch in
                    let name = names[touch.number] ?? names.count
                    names[touch.number] = name
                    return "\(name) \(touch.phase) \(Int(touch.location.x)),\(Int(touch.location.y))"
                })
        }
    }
}
