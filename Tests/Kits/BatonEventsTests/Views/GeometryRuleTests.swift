// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import BatonTestSupport
import Testing

extension Point {
    /// Whether both are the same place within the error of a few additions.
    func isNear(_ other: Point, within error: Double = 1e-9) -> Bool { distance(to: other) <= error }
}

extension Rect {
    func isNear(_ other: Rect, within error: Double = 1e-9) -> Bool {
        origin.isNear(other.origin, within: error)
            && Point(x: maxX, y: maxY).isNear(Point(x: other.maxX, y: other.maxY), within: error)
    }
}

@MainActor
@Suite("Geometry of views (rules V1–V6, V9, V14, V15)")
struct GeometryRuleTests {
    static let quarterTurn = AffineTransform(rotation: .pi / 2)

    private func view(_ x: Double, _ y: Double, _ width: Double, _ height: Double, in superview: View? = nil) -> View {
        let view = View()
        view.frame = Rect(x: x, y: y, width: width, height: height)
        superview?.addSubview(view)
        return view
    }

    private func isOrder(_ views: [View], _ expected: [View]) -> Bool { views.elementsEqual(expected, by: ===) }

    @Test("V1: frame, bounds, center and transform; numbers may be negative, fractional or outside the superview")
    func properties() {
        let fresh = View()
        #expect(fresh.frame == .zero)
        #expect(fresh.transform == .identity)
        let view = view(-20.5, 1000.25, 10.5, 3)
        #expect(view.frame == Rect(x: -20.5, y: 1000.25, width: 10.5, height: 3))
        #expect(view.bounds == Rect(x: 0, y: 0, width: 10.5, height: 3))
        #expect(view.center == Point(x: -15.25, y: 1001.75))
        view.frame = Rect(x: 10, y: 10, width: -4, height: -6)
        #expect(view.frame == Rect(x: 6, y: 4, width: 4, height: 6))
    }

    @Test("V2: the frame is the bounding box of the bounds under the transform about their middle, which is at center")
    func derivedFrame() {
        let view = view(100, 100, 40, 20)
        view.transform = Self.quarterTurn
        #expect(view.frame.isNear(Rect(x: 110, y: 90, width: 20, height: 40)))
        #expect(view.bounds.size == Size(width: 40, height: 20))
        view.transform = AffineTransform(rotation: .pi / 4)
        let side = 60 / 2.0.squareRoot()
        #expect(view.frame.isNear(Rect(x: 120 - side / 2, y: 110 - side / 2, width: side, height: side)))
        view.bounds.origin = Point(x: 500, y: -500)
        #expect(view.frame.middle.isNear(Point(x: 120, y: 110)), "an origin of the bounds does not move the view")
    }

    @Test(
        "V3: setting the frame moves the center and sizes the bounds back through the transform; nothing else changes")
    func setFrame() {
        for transform in [
            AffineTransform(scaleX: 2, y: 0.5), AffineTransform(scaleX: -3, y: 7.1), Self.quarterTurn, .identity,
            AffineTransform(scaleX: 0.1, y: 0.1).concatenating(AffineTransform(translationX: 0, y: 0)),
        ] {
            let view = view(0, 0, 10, 10)
            view.bounds.origin = Point(x: 3, y: 4)
            view.transform = transform
            let wanted = Rect(x: 12.5, y: -7, width: 33.3, height: 21)
            view.frame = wanted
            #expect(view.frame.isNear(wanted), "\(transform)")
            #expect(view.center == wanted.middle)
            #expect(view.bounds.origin == Point(x: 3, y: 4))
            #expect(view.transform == transform)
        }
    }

    @Test("V4: center moves only; the size of the bounds keeps the center; their origin shifts the subviews")
    func parts() {
        let view = view(10, 20, 40, 60)
        view.center = Point(x: 0, y: 0)
        #expect(view.frame == Rect(x: -20, y: -30, width: 40, height: 60))
        view.bounds.size = Size(width: 10, height: 10)
        #expect(view.center == .zero)
        #expect(view.frame == Rect(x: -5, y: -5, width: 10, height: 10))
        let subview = self.view(1, 2, 3, 4, in: view)
        #expect(subview.convert(Point.zero, to: view) == Point(x: 1, y: 2))
        let before = subview.convert(Point.zero, to: nil)
        view.bounds.origin.x = 100
        #expect(subview.convert(Point.zero, to: view) == Point(x: 1, y: 2))
        view.superview?.removeFromSuperview()
        let window = Window()
        window.addSubview(view)
        #expect(subview.convert(Point.zero, to: nil).x == before.x - 100 - 5)
    }

    @Test(
        "V5: points and rectangles pass every transform between two views, nil being the window, and back within 1e-9")
    func conversion() {
        var random = SeededRandom(seed: 5)
        let window = Window()
        window.frame = Rect(x: 0, y: 0, width: 500, height: 500)
        var views: [View] = [window]
        for _ in 0..<60 {
            let parent = views.randomElement(using: &random) ?? window
            let view = view(
                .random(in: -100...100, using: &random), .random(in: -100...100, using: &random),
                .random(in: 1...200, using: &random), .random(in: 1...200, using: &random), in: parent)
            view.bounds.origin = Point(x: .random(in: -9...9, using: &random), y: 0.5)
            view.transform = AffineTransform(rotation: .random(in: -3...3, using: &random))
                .concatenating(AffineTransform(scaleX: .random(in: 0.5...2, using: &random), y: 1.25))
            views.append(view)
        }
        for _ in 0..<300 {
            guard let one = views.randomElement(using: &random), let other = views.randomElement(using: &random) else {
                continue
            }
            let point = Point(x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
            let there = one.convert(point, to: other)
            #expect(other.convert(there, to: one).isNear(point))
            #expect(one.convert(there, from: other).isNear(point))
            let middle = one.convert(point, to: nil)
            #expect(other.convert(middle, from: nil).isNear(there, within: 1e-8))
        }
    }

    @Test("V5: a rectangle becomes its bounding box; views of two windows are converted by their frames on the screen")
    func boxesAndWindows() {
        let window = Window()
        let turned = view(100, 100, 40, 20, in: window)
        turned.transform = Self.quarterTurn
        #expect(turned.convert(turned.bounds, to: nil).isNear(Rect(x: 110, y: 90, width: 20, height: 40)))
        #expect(turned.convert(Rect(x: 110, y: 90, width: 20, height: 40), from: nil).isNear(turned.bounds))
        let other = Window()
        window.frame = Rect(x: 0, y: 0, width: 300, height: 300)
        other.frame = Rect(x: 300, y: 50, width: 300, height: 300)
        let inner = view(10, 10, 5, 5, in: other)
        #expect(inner.convert(Point.zero, to: window) == Point(x: 310, y: 60))
        #expect(inner.convert(Point(x: 310, y: 60), from: window) == .zero)
    }

    @Test("V6: without an inverse a view is not hit, what is converted into it is its origin, and nothing traps")
    func singular() {
        let window = Window()
        window.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        let flat = view(0, 0, 50, 50, in: window)
        flat.bounds.origin = Point(x: 7, y: 8)
        for transform in [
            AffineTransform(scaleX: 0, y: 1), AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0),
            AffineTransform(scaleX: 1e-300, y: 1e-300),
        ] {
            flat.transform = transform
            #expect(flat.convert(Point(x: 10, y: 10), from: window) == Point(x: 7, y: 8))
            #expect(window.hitTest(Point(x: 25, y: 25), with: nil) === window)
            flat.frame = Rect(x: 1, y: 1, width: 3, height: 3)
            flat.frame = Rect(x: 0, y: 0, width: 50, height: 50)
        }
    }

    @Test("V6: a number that is not finite stops a debug build with a sentence")
    func notANumber() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run { View().center = Point(x: .nan, y: 0) }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("needs finite numbers"), "\(text)")
    }

    @Test(
        "V9: bringing to the front makes a subview the last, sending to the back the first; another view changes nothing"
    )
    func order() {
        let window = Window()
        let views = (0..<3).map { _ in view(0, 0, 10, 10, in: window) }
        window.bringSubviewToFront(views[0])
        #expect(isOrder(window.subviews, [views[1], views[2], views[0]]))
        window.sendSubviewToBack(views[2])
        #expect(isOrder(window.subviews, [views[2], views[1], views[0]]))
        window.bringSubviewToFront(View())
        window.sendSubviewToBack(window)
        #expect(isOrder(window.subviews, [views[2], views[1], views[0]]))
        let late = View()
        window.insertSubview(late, at: 1)
        #expect(isOrder(window.subviews, [views[2], late, views[1], views[0]]))
        window.insertSubview(late, at: -5)
        #expect(window.subviews.first === late)
        window.insertSubview(late, at: 99)
        #expect(window.subviews.last === late)
    }

    @Test("V14: setters take effect at once")
    func immediate() {
        let view = view(0, 0, 10, 10)
        view.alpha = 0.5
        view.center = Point(x: 9, y: 9)
        #expect(view.alpha == 0.5)
        #expect(view.frame == Rect(x: 4, y: 4, width: 10, height: 10))
    }

    @Test("V15: a rectangle has Core Graphics' middle, sizes, shifts and insets")
    func rectangles() {
        let rect = Rect(x: 10, y: 20, width: 30, height: 40)
        let mirrored = Rect(x: 40, y: 60, width: -30, height: -40)
        for rect in [rect, mirrored] {
            #expect(rect.midX == 25 && rect.midY == 40 && rect.width == 30 && rect.height == 40)
            #expect(rect.insetBy(dx: 5, dy: -5) == Rect(x: 15, y: 15, width: 20, height: 50))
        }
        #expect(rect.offsetBy(dx: -10, dy: 0.5) == Rect(x: 0, y: 20.5, width: 30, height: 40))
        #expect(rect.insetBy(dx: 20, dy: 1) == Rect(x: 25, y: 21, width: 0, height: 38))
        #expect(!rect.isEmpty && Rect(x: 1, y: 1, width: 0, height: 9).isEmpty)
        #expect(rect.intersects(Rect(x: 39, y: 59, width: 1, height: 1)) && rect.intersects(mirrored))
        #expect(!rect.intersects(Rect(x: 40, y: 20, width: 9, height: 9)), "an edge in common is no area")
    }

    @Test("V17: views are made with frames, found by tags, and known to be in others")
    func makingAndFinding() {
        final class Canvas: View {
            override init(frame: Rect) {
                super.init(frame: frame)
                isMultipleTouchEnabled = true
            }
        }
        let canvas = Canvas(frame: Rect(x: 1, y: 2, width: 3, height: 4))
        #expect(canvas.frame == Rect(x: 1, y: 2, width: 3, height: 4) && canvas.isMultipleTouchEnabled)
        #expect(View().frame == .zero && View().tag == 0)
        let (inner, other) = (View(), View())
        canvas.addSubview(inner)
        canvas.addSubview(other)
        (inner.tag, other.tag) = (7, 7)
        #expect(canvas.viewWithTag(7) === inner && canvas.viewWithTag(0) === canvas && canvas.viewWithTag(8) == nil)
        #expect(inner.isDescendant(of: canvas) && inner.isDescendant(of: inner) && !canvas.isDescendant(of: inner))
    }

    @Test("V17: a root view without a size fills the window, and one with a size keeps it")
    func rootViews() {
        let window = Window(frame: Rect(x: 50, y: 0, width: 320, height: 480))
        let controller = ViewController(view: View())
        window.rootViewController = controller
        #expect(controller.view.frame == Rect(x: 0, y: 0, width: 320, height: 480))
        window.frame.size.width = 400
        #expect(controller.view.frame.width == 320)
        let own = Rect(x: 5, y: 5, width: 10, height: 10)
        let other = ViewController(view: View(frame: own))
        window.rootViewController = other
        #expect(other.view.frame == own && controller.view.window == nil)
    }

    @Test("V15: points, sizes, rectangles and transforms are values; a transform and its inverse cancel out")
    func values() {
        let point = Point(x: 3, y: -4)
        #expect(point.distance(to: .zero) == 5)
        #expect(Set([point, Point(x: 3, y: -4)]).count == 1)
        #expect(Self.quarterTurn.apply(to: Point(x: 1, y: 0)).isNear(Point(x: 0, y: 1)), "clockwise, with y downwards")
        let order = AffineTransform(scaleX: 2, y: 2).concatenating(AffineTransform(translationX: 1, y: 0))
        #expect(order.apply(to: Point(x: 1, y: 1)) == Point(x: 3, y: 2))
        let other = AffineTransform(scaleX: 2, y: 2).translated(byX: 1, y: 0)
        #expect(other.apply(to: Point(x: 1, y: 1)) == Point(x: 4, y: 2))
        var random = SeededRandom(seed: 15)
        for _ in 0..<100 {
            let transform = AffineTransform(translationX: .random(in: -9...9, using: &random), y: 2)
                .rotated(by: .random(in: -9...9, using: &random))
                .scaled(byX: 3, y: .random(in: 0.1...4, using: &random))
            let back = transform.inverse?.apply(to: transform.apply(to: point))
            #expect(back?.isNear(point) == true)
        }
        #expect(AffineTransform(scaleX: 0, y: 0).inverse == nil)
        #expect(Rect(x: 0, y: 0, width: 2, height: 2).contains(.zero))
        #expect(!Rect(x: 0, y: 0, width: 2, height: 2).contains(Point(x: 2, y: 1)))
        #expect(Rect(x: 2, y: 2, width: -2, height: -2).contains(.zero))
    }
}
