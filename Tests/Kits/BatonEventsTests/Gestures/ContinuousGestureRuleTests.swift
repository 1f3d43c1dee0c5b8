// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Pan, pinch and rotation (rules G60, G70, G80, G96)")
struct ContinuousGestureRuleTests {
    private func stage<Recognizer: GestureRecognizer>(_ recognizer: Recognizer) -> (TouchScene, Recognizer) {
        let scene = TouchScene()
        let view = View()
        view.frame = Rect(x: 0, y: 0, width: 400, height: 400)
        scene.window.addSubview(view)
        return (scene, scene.add(recognizer, "it", to: view))
    }

    private func isNear(_ one: Double, _ other: Double) -> Bool { (one - other).magnitude < 1e-9 }

    @Test("G60: a pan begins beyond 10 points, without them, changes with each move, and ends with the last finger")
    func pan() {
        let (scene, pan) = stage(PanGestureRecognizer())
        scene.down(1, 100, 100)
        scene.frame(0)
        scene.move(1, 110, 100)
        scene.frame(10)
        #expect(pan.state == .possible)
        scene.move(1, 112, 100)
        scene.frame(20)
        #expect(pan.state == .began)
        #expect(pan.translation(in: nil) == .zero)
        scene.move(1, 120.5, 104.25)
        scene.frame(30)
        #expect(pan.translation(in: pan.view) == Point(x: 8.5, y: 4.25))
        scene.down(2, 300, 300)
        scene.frame(40)
        #expect(pan.translation(in: nil) == Point(x: 8.5, y: 4.25), "no jump")
        scene.move(1, 124.5, 104.25)
        scene.frame(50)
        #expect(pan.translation(in: nil) == Point(x: 10.5, y: 4.25), "half of one finger's way")
        scene.up(1)
        scene.frame(60)
        #expect(pan.translation(in: nil) == Point(x: 10.5, y: 4.25))
        scene.move(2, 301, 300)
        scene.frame(70)
        #expect(pan.translation(in: nil) == Point(x: 11.5, y: 4.25))
        #expect(scene.log.take() == ["it began", "it changed", "it changed", "it changed"])
        scene.up(2)
        scene.frame(80)
        #expect(scene.log.take() == ["it ended"])
        scene.tap(10, 10, at: 1000)
        #expect(scene.log.take().isEmpty)
        #expect(pan.state == .possible)
    }

    @Test("G60: with fewer fingers than required nothing changes; more than allowed do not begin")
    func panFingers() {
        let (scene, pan) = stage(PanGestureRecognizer())
        pan.minimumNumberOfTouches = 2
        pan.maximumNumberOfTouches = 2
        scene.down(1, 100, 100)
        scene.frame(0)
        scene.move(1, 200, 100)
        scene.frame(10)
        #expect(pan.state == .possible)
        scene.down(2, 100, 200)
        scene.frame(20)
        scene.move(1, 211, 100)
        scene.move(2, 111, 200)
        scene.frame(30)
        #expect(pan.state == .began)
        scene.up(2)
        scene.frame(40)
        scene.move(1, 300, 100)
        scene.frame(50)
        #expect(pan.translation(in: nil) == .zero)
        scene.down(3, 100, 200)
        scene.frame(60)
        scene.move(3, 110, 200)
        scene.frame(70)
        #expect(pan.translation(in: nil) == Point(x: 5, y: 0))
        scene.up(1)
        scene.up(3)
        scene.frame(80)
        for id in UInt64(1)...3 { scene.down(id, 50 * Double(id), 50) }
        scene.frame(1000)
        for id in UInt64(1)...3 { scene.move(id, 50 * Double(id), 100) }
        scene.frame(1010)
        #expect(pan.state == .possible)
    }

    @Test("G60: the velocity is the slope of the last 100 ms, and 0 after a rest as long")
    func panVelocity() {
        let (scene, pan) = stage(PanGestureRecognizer())
        pan.view?.transform = AffineTransform(rotation: .pi / 2)
        var atEnd: Point?
        pan.addTarget(scene, action: "end") { _, recognizer in
            if recognizer.state == .ended { atEnd = (recognizer as? PanGestureRecognizer)?.velocity(in: nil) }
        }
        scene.down(1, 100, 100)
        scene.frame(0)
        for step in 1...20 {
            scene.move(1, 100 + Double(step) * 5, 100)
            scene.frame(step * 10)
        }
        #expect(isNear(pan.velocity(in: nil).x, 500))
        #expect(pan.velocity(in: pan.view).isNear(Point(x: 0, y: -500)))
        scene.advance(250)
        #expect(pan.velocity(in: nil).x < 500 && pan.velocity(in: nil).x > 0)
        scene.advance(300)
        #expect(pan.velocity(in: nil) == .zero)
        scene.move(1, 205, 100)
        scene.frame(310)
        scene.up(1)
        scene.frame(312)
        #expect((atEnd?.x ?? 0) > 0)
        scene.down(1, 100, 100)
        scene.frame(1000)
        scene.move(1, 150, 100)
        scene.frame(1010)
        scene.up(1)
        scene.frame(1200)
        #expect(atEnd == .zero)
    }

    @Test("G60: at the end the velocity is that of the last moment with enough fingers")
    func panVelocityOfTwo() {
        let (scene, pan) = stage(PanGestureRecognizer())
        var atEnd: Point?
        pan.addTarget(scene, action: "end") { _, recognizer in
            if recognizer.state == .ended { atEnd = (recognizer as? PanGestureRecognizer)?.velocity(in: nil) }
        }
        pan.minimumNumberOfTouches = 2
        scene.down(1, 100, 100)
        scene.down(2, 100, 150)
        scene.frame(2000)
        scene.move(1, 150, 100)
        scene.move(2, 150, 150)
        scene.frame(2050)
        scene.up(1)
        scene.frame(2050)
        scene.up(2)
        scene.frame(2500)
        #expect(isNear(atEnd?.x ?? 0, 1000))
    }

    @Test("G96: translation, scale and rotation are from the beginning, unless the client sets them")
    func rebase() {
        let (scene, pan) = stage(PanGestureRecognizer())
        let pinch = PinchGestureRecognizer()
        let rotation = RotationGestureRecognizer()
        let friend = ScriptedDelegate()
        friend.isSimultaneous = true
        for recognizer in [pan, pinch, rotation] as [GestureRecognizer] {
            recognizer.delegate = friend
            pan.view?.addGestureRecognizer(recognizer)
        }
        scene.down(1, 100, 200)
        scene.down(2, 200, 200)
        scene.frame(0)
        scene.move(1, 80, 190)
        scene.move(2, 240, 230)
        scene.frame(10)
        scene.move(1, 80, 100)
        scene.move(2, 240, 300)
        scene.frame(20)
        #expect(pan.state == .changed && pinch.state == .changed && rotation.state == .changed)
        pan.setTranslation(Point(x: 100, y: 100), in: nil)
        pinch.scale = 2
        rotation.rotation = -1
        pinch.scale = .nan
        pinch.scale = -1
        rotation.rotation = .infinity
        pan.setTranslation(Point(x: .nan, y: 0), in: nil)
        #expect(pan.translation(in: nil).isNear(Point(x: 100, y: 100)))
        #expect(isNear(pinch.scale, 2) && isNear(rotation.rotation, -1))
        scene.move(1, 80, 90)
        scene.move(2, 240, 290)
        scene.frame(30)
        #expect(pan.translation(in: nil).isNear(Point(x: 100, y: 90)))
        #expect(isNear(pinch.scale, 2) && isNear(rotation.rotation, -1))
    }

    @Test(
        "G70: a pinch begins beyond 8 points and 5 %; its scale is of the beginning; one finger left, it stands still")
    func pinch() {
        let (scene, pinch) = stage(PinchGestureRecognizer())
        scene.down(1, 100, 100)
        scene.down(2, 100, 300)
        scene.frame(0)
        scene.move(2, 100, 309)
        scene.frame(10)
        #expect(pinch.state == .possible, "9 points, but 4.5 %")
        scene.move(2, 100, 311)
        scene.frame(20)
        #expect(pinch.state == .began && pinch.scale == 1)
        scene.move(1, 100, 205.5)
        scene.frame(30)
        #expect(isNear(pinch.scale, 0.5))
        scene.down(3, 300, 300)
        scene.frame(40)
        scene.move(3, 350, 350)
        scene.frame(50)
        #expect(isNear(pinch.scale, 0.5) && pinch.numberOfTouches == 2, "a third finger is ignored")
        scene.up(1)
        scene.frame(60)
        scene.move(2, 100, 350)
        scene.frame(70)
        #expect(isNear(pinch.scale, 0.5) && pinch.state == .changed)
        scene.down(4, 100, 250)
        scene.frame(80)
        #expect(isNear(pinch.scale, 0.5), "no jump")
        scene.move(4, 100, 150)
        scene.frame(90)
        #expect(isNear(pinch.scale, 1))
        #expect(pinch.velocity > 0)
        scene.up(4)
        scene.frame(100)
        #expect(pinch.state == .changed)
        scene.up(2)
        scene.frame(110)
        #expect(scene.log.take().last == "it ended")
        #expect(pinch.scale == 1)
    }

    @Test("G70: two fingers in one place are no division by zero")
    func pinchFromNothing() {
        let (scene, pinch) = stage(PinchGestureRecognizer())
        scene.down(1, 100, 100)
        scene.down(2, 100, 100)
        scene.frame(0)
        scene.move(2, 100, 120)
        scene.frame(10)
        scene.move(2, 100, 100)
        scene.frame(20)
        scene.move(2, 100, 140)
        scene.frame(30)
        #expect(isNear(pinch.scale, 2))
    }

    /// Turns two fingers about the middle of the window.
    private func turnFingers(_ angle: Double, _ radius: Double, _ scene: TouchScene) {
        let place = AffineTransform(rotation: angle).apply(to: Point(x: radius, y: 0))
        scene.move(1, 200 - place.x, 200 - place.y)
        scene.move(2, 200 + place.x, 200 + place.y)
        scene.frame(scene.clock + 10)
    }

    @Test("G80: a rotation begins beyond 0.15 radians and 8 points of arc, clockwise positive, without a jump")
    func rotation() {
        let (scene, rotation) = stage(RotationGestureRecognizer())
        scene.down(1, 100, 200)
        scene.down(2, 300, 200)
        scene.frame(0)
        turnFingers(0.15, 100, scene)
        #expect(rotation.state == .possible)
        turnFingers(0.16, 100, scene)
        #expect(rotation.state == .began && isNear(rotation.rotation, 0))
        var angle = 0.16
        while angle < 10 {
            angle += 0.4
            turnFingers(angle, 100, scene)
        }
        #expect(isNear(rotation.rotation, angle - 0.16), "one and a half turns")
        #expect((rotation.velocity - 40).magnitude < 1)
        scene.up(1)
        scene.frame(scene.clock + 10)
        let before = rotation.rotation
        scene.down(3, 50, 50)
        scene.frame(scene.clock + 10)
        #expect(isNear(rotation.rotation, before))
        scene.up(3)
        scene.up(2)
        scene.frame(scene.clock + 10)
        #expect(scene.log.take().last == "it ended")
    }

    @Test("G80: close fingers need 8 points of arc, to the left as to the right")
    func rotationOfCloseFingers() {
        let (scene, rotation) = stage(RotationGestureRecognizer())
        scene.down(1, 190, 200)
        scene.down(2, 210, 200)
        scene.frame(5000)
        scene.clock = 5000
        turnFingers(0.7, 10, scene)
        #expect(rotation.state == .possible, "7 points of arc")
        turnFingers(-0.9, 10, scene)
        #expect(rotation.state == .began, "9 points of arc, to the left")
    }

    @Test(
        "G80: the angle is of the view's coordinates as they were at the beginning, also if the action turns the view")
    func turnedView() {
        let (scene, rotation) = stage(RotationGestureRecognizer())
        rotation.view?.transform = AffineTransform(scaleX: -1, y: 1)
        rotation.addTarget(scene, action: "turn") { _, recognizer in
            guard let view = recognizer.view else { return }
            view.transform = AffineTransform(rotation: 1)
        }
        scene.down(1, 200, 200)
        scene.down(2, 300, 200)
        scene.frame(0)
        scene.move(2, 298, 220)
        scene.frame(10)
        #expect(rotation.state == .began)
        scene.move(2, 200, 300)
        scene.frame(20)
        #expect(rotation.rotation < -1.3, "a mirrored view turns the other way: \(rotation.rotation)")
    }

    @Test("G26: a pan that waited for a swipe, and may begin when the finger is up already, begins and ends")
    func lateBeginning() {
        for isFirst in [true, false] {
            let scene = TouchScene()
            let view = View()
            view.frame = Rect(x: 0, y: 0, width: 400, height: 400)
            scene.window.addSubview(view)
            let (pan, swipe) = (PanGestureRecognizer(), SwipeGestureRecognizer())
            for recognizer in isFirst ? [pan, swipe] : [swipe, pan] as [GestureRecognizer] {
                scene.add(recognizer, recognizer === pan ? "pan" : "swipe", to: view)
            }
            pan.require(toFail: swipe)
            scene.down(1, 100, 100)
            scene.frame(0)
            scene.move(1, 120, 100)
            scene.frame(10)
            scene.move(1, 125, 100)
            scene.frame(20)
            #expect(scene.log.take().isEmpty)
            scene.up(1)
            scene.frame(30)
            #expect(scene.log.take() == ["pan began", "pan ended"], "in either order")
            #expect(pan.state == .possible)
        }
    }
}
