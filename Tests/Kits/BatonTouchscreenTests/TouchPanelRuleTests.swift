// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@testable import BatonTouchscreen

@Suite("Touch panels")
struct TouchPanelRuleTests {
    private let axis = PanelAxis(0...1000)

    private func panel(_ x: PanelAxis, _ y: PanelAxis) throws -> TouchPanel {
        try TouchPanel(name: "", x: x, y: y, slots: 0...9, isDirect: true)
    }

    private func place(_ panel: TouchPanel, _ x: Double, _ y: Double) -> [Int] {
        let point = panel.transform.apply(to: Point(x: x, y: y))
        return [Int(point.x.rounded()), Int(point.y.rounded())]
    }

    @Test("T25: a device without INPUT_PROP_DIRECT, such as a touchpad, produces no touches")
    func notDirect() {
        #expect(throws: TouchPanelRefusal.notDirect) {
            try TouchPanel(name: "", x: axis, y: axis, slots: 0...4, isDirect: false)
        }
    }

    @Test("S9: protocol A, a device without places, and an axis without length are refused, each with a sentence")
    func refusals() {
        #expect(throws: TouchPanelRefusal.protocolA) {
            try TouchPanel(name: "", x: axis, y: axis, slots: nil, isDirect: true)
        }
        #expect(throws: TouchPanelRefusal.noTouches) {
            try TouchPanel(name: "", x: nil, y: axis, slots: 0...4, isDirect: true)
        }
        #expect(throws: TouchPanelRefusal.noArea) {
            try panel(axis, PanelAxis(minimum: 5, maximum: 5))
        }
        #expect(throws: TouchPanelRefusal.noArea) { try panel(PanelAxis(minimum: .max, maximum: .min), axis) }
        #expect(Set(TouchPanelRefusal.allCases.map(\.description)).count == TouchPanelRefusal.allCases.count)
    }

    @Test("S7: a panel that tells its size has 160 points an inch; one that does not is 480 points on its short side")
    func points() throws {
        let known = try panel(PanelAxis(0...2540, unitsPerMillimetre: 10), PanelAxis(100...1370, unitsPerMillimetre: 5))
        #expect(place(known, 254, 227) == [160, 160])
        let unknown = try panel(PanelAxis(0...1279), PanelAxis(0...767))
        #expect(abs(unknown.size.height - 480) < 1e-9)
        #expect(abs(unknown.transform.a - 0.6258) < 0.0001)
        // A size that no screen has counts as none: 2 mm, and 10 m.
        for resolution: Int32 in [500, 0, -3] {
            #expect(try panel(PanelAxis(0...1000, unitsPerMillimetre: resolution), axis).size.height == 480)
        }
        let huge = PanelAxis(0...100_000, unitsPerMillimetre: 10)
        #expect(abs(try panel(huge, huge).size.width - 480) < 1e-9)
    }

    @Test("S7: what an embedder says of the size of a unit comes first, if it can be one")
    func ownScale() throws {
        var panel = try panel(PanelAxis(0...1000, unitsPerMillimetre: 10), PanelAxis(0...500, unitsPerMillimetre: 10))
        panel.pointsPerUnit = 2
        for wrong in [0, -1, Double.nan, .infinity] { panel.pointsPerUnit = wrong }
        #expect(panel.size == Size(width: 2000, height: 1000))
    }

    @Test("S8: a calibration matrix maps places of the panel to places of the screen")
    func calibration() throws {
        var panel = try panel(PanelAxis(0...1000), PanelAxis(0...480))
        panel.calibration = try #require(AffineTransform(calibration: "0 1 0 -1 0 1"))
        // The panel's left edge is the screen's bottom.
        #expect(place(panel, 0, 0) == [0, 480])
        #expect(place(panel, 1000, 480) == [1000, 0])
        #expect(place(panel, 0, 480) == [1000, 480])
        panel.calibration = AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
        #expect(panel.calibration.isFinite)
        for text in ["", "1 0 0", "1 0 0 0 1 x", "1 0 0 0 1 0 0", "1 0 0 0 1 inf", "1 0 0 0 1 nan", "1e9 0 0 0 1 0"] {
            #expect(AffineTransform(calibration: text) == nil, "\(text)")
        }
    }

    @Test("S8: a turned screen turns the places and its size", arguments: PanelOrientation.allCases)
    func orientation(_ orientation: PanelOrientation) throws {
        var panel = try panel(PanelAxis(0...1000), PanelAxis(0...480))
        panel.orientation = orientation
        // The panel's top left corner, and where the screen shows it.
        let corners: [PanelOrientation: [Int]] = [
            .upright: [0, 0], .turnedRight: [480, 0], .upsideDown: [1000, 480], .turnedLeft: [0, 1000],
        ]
        #expect(place(panel, 0, 0) == corners[orientation])
        let isSideways = orientation == .turnedLeft || orientation == .turnedRight
        #expect(panel.size == (isSideways ? Size(width: 480, height: 1000) : Size(width: 1000, height: 480)))
    }
}
