// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Hit-testing (rules V7, V8, V10, T15, T16)")
struct HitTestRuleTests {
    private let window = Window()

    init() { window.frame = Rect(x: 0, y: 0, width: 400, height: 400) }

    private func view(_ x: Double, _ y: Double, _ width: Double, _ height: Double, in superview: View) -> View {
        let view = View()
        view.frame = Rect(x: x, y: y, width: width, height: height)
        superview.addSubview(view)
        return view
    }

    private func hit(_ x: Double, _ y: Double) -> View? { window.hitTest(Point(x: x, y: y), with: nil) }

    @Test(
        "T15: front to back, the deepest view that contains the point; a view that does not contain it asks no subview")
    func deepest() {
        // The guide's example: A contains B and C, C contains D and E.
        let a = view(0, 0, 300, 300, in: window)
        let b = view(10, 10, 100, 50, in: a)
        let c = view(10, 100, 200, 150, in: a)
        let d = view(10, 10, 80, 60, in: c)
        let e = view(60, 10, 80, 60, in: c)
        #expect(hit(15, 15) === b)
        #expect(hit(25, 115) === d)
        #expect(hit(85, 115) === e, "E is in front of D where they overlap")
        c.bringSubviewToFront(d)
        #expect(hit(85, 115) === d)
        #expect(hit(205, 240) === c)
        #expect(hit(299, 299) === a)
        #expect(hit(300, 300) === window)
        #expect(hit(400, 10) == nil)
    }

    @Test("T16: hidden, without interaction or below 0.01 of alpha, a view and its subviews are not hit")
    func invisible() {
        let outer = view(0, 0, 100, 100, in: window)
        let inner = view(0, 0, 100, 100, in: outer)
        #expect(hit(5, 5) === inner)
        outer.isHidden = true
        #expect(hit(5, 5) === window)
        outer.isHidden = false
        outer.isUserInteractionEnabled = false
        #expect(hit(5, 5) === window)
        outer.isUserInteractionEnabled = true
        outer.alpha = 0.0099
        #expect(hit(5, 5) === window)
        outer.alpha = 0.01
        #expect(hit(5, 5) === inner)
        inner.isHidden = true
        #expect(hit(5, 5) === outer)
    }

    @Test(
        "V7: a scaled, turned or moved view is hit where it is seen; left and top edges are inside, the others are not")
    func transformed() {
        let turned = view(100, 100, 40, 20, in: window)
        turned.transform = AffineTransform(rotation: .pi / 2)
        #expect(hit(120, 92) === turned)
        #expect(hit(102, 110) === window)
        turned.transform = AffineTransform(scaleX: 2, y: 2)
        #expect(hit(80, 90) === turned)
        #expect(hit(159.999, 129.999) === turned)
        #expect(hit(160, 110) === window)
        #expect(hit(79.999, 110) === window)
        let inner = view(0, 0, 10, 10, in: turned)
        #expect(hit(99, 109) === inner)
        #expect(hit(100, 109) === turned)
        #expect(View().point(inside: .zero, with: nil) == false)
    }

    @Test("V8, T16: what a subview shows outside its superview is not hit, unless point(inside:) says otherwise")
    func outside() {
        final class Wide: View {
            override func point(inside point: Point, with event: Event?) -> Bool { true }
        }
        let outer = view(0, 0, 50, 50, in: window)
        let inner = view(40, 0, 50, 50, in: outer)
        #expect(hit(45, 5) === inner)
        #expect(hit(60, 5) === window)
        let wide = Wide()
        wide.frame = Rect(x: 0, y: 200, width: 10, height: 10)
        window.addSubview(wide)
        let far = view(200, 0, 20, 20, in: wide)
        #expect(hit(205, 205) === far)
    }

    @Test("V10: alpha and isHidden count by their own value at each view; they are not multiplied")
    func ownValue() {
        let outer = view(0, 0, 100, 100, in: window)
        let inner = view(0, 0, 100, 100, in: outer)
        outer.alpha = 0.05
        inner.alpha = 0.1
        #expect(hit(5, 5) === inner)
        outer.alpha = 0.005
        inner.alpha = 1
        #expect(hit(5, 5) === window)
    }

    @Test("T23: an override of hitTest decides: a view that returns itself gets its subviews' touches")
    func override() {
        final class Panel: View {
            override func hitTest(_ point: Point, with event: Event?) -> View? {
                super.hitTest(point, with: event) == nil ? nil : self
            }
        }
        let panel = Panel()
        panel.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        window.addSubview(panel)
        _ = view(0, 0, 50, 50, in: panel)
        #expect(hit(5, 5) === panel)
        #expect(hit(150, 5) === window)
    }
}
