// SPDX-License-Identifier: Apache-2.0

import BatonEvents
import Testing

@MainActor
@Suite("Relations of gesture recognizers (rules G25–G31)")
struct GestureRelationTests {
    /// Makes two recognizers. The order of adding is an argument, because no rule may depend on it (rule G21).
    private func pair(
        _ isReversed: Bool, in scene: GestureScene
    ) -> (one: ScriptedRecognizer, other: ScriptedRecognizer) {
        let recognizers = [ScriptedRecognizer(), ScriptedRecognizer()]
        let names = ["one", "other"]
        for index in isReversed ? [1, 0] : [0, 1] { scene.add(recognizers[index], names[index]) }
        return (recognizers[0], recognizers[1])
    }

    @Test("G25: shouldBegin is asked as it leaves possible; false makes it fail without an action")
    func shouldBegin() {
        let scene = GestureScene()
        let tap = scene.taps(1, "tap")
        let delegate = ScriptedDelegate()
        delegate.mayBegin = false
        tap.delegate = delegate
        scene.down(0)
        #expect(delegate.questions["begin"] == nil)
        scene.up(50)
        #expect(delegate.questions["begin"] == 1)
        #expect(scene.log.isEmpty)
        delegate.mayBegin = true
        scene.click(100)
        #expect(scene.log == ["tap ended"])
        let hold = scene.add(LongPressGestureRecognizer(), "hold")
        hold.delegate = delegate
        delegate.mayBegin = false
        scene.down(300)
        scene.advance(800)
        #expect(hold.state == .failed)
    }

    @Test("G26: while the other one is possible it waits; when that fails it goes on", arguments: [false, true])
    func waits(_ isReversed: Bool) {
        let scene = GestureScene()
        let (one, other) = pair(isReversed, in: scene)
        #expect(one.require(toFail: other))
        one.onBegan = { $0.state = .recognized }
        scene.down(0)
        #expect(one.state == .possible)
        #expect(one.isWaiting)
        scene.up(50)
        #expect(one.ended == 1, "updates of its presses keep coming")
        other.state = .failed
        #expect(scene.log == ["one ended"])
        #expect(!one.isWaiting)
        #expect(one.state == .possible)
    }

    @Test("G26: when the other one is recognized it fails", arguments: [false, true])
    func fails(_ isReversed: Bool) {
        let scene = GestureScene()
        let (one, other) = pair(isReversed, in: scene)
        one.require(toFail: other)
        one.onBegan = { $0.state = .recognized }
        other.onEnded = { $0.state = .recognized }
        scene.down(0)
        #expect(scene.log.isEmpty)
        scene.up(50)
        #expect(scene.log == ["other ended"])
        #expect(one.state == .possible)
    }

    @Test("G26: recognized first, the other one makes it fail though it could not prevent it")
    func failsWithoutPrevention() {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        other.stops = false
        one.require(toFail: other)
        other.onBegan = { $0.state = .began }
        scene.down(0)
        #expect(one.state == .failed)
        #expect(scene.log == ["other began"])
    }

    @Test("G26: of several requirements all must fail")
    func several() {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        let third = scene.add(ScriptedRecognizer(), "third")
        one.require(toFail: other)
        one.require(toFail: third)
        one.onBegan = { $0.state = .recognized }
        scene.down(0)
        other.state = .failed
        #expect(scene.log.isEmpty)
        third.state = .failed
        #expect(scene.log == ["one ended"])
    }

    @Test("G26: one that is disabled, or gets nothing of the sequence, counts as failed")
    func absent() {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        one.require(toFail: other)
        one.onBegan = { $0.state = .recognized }
        other.isEnabled = false
        scene.click(0)
        #expect(scene.log == ["one ended"])
        other.isEnabled = true
        other.allowedKeys = [.media]
        scene.click(100)
        #expect(scene.log == ["one ended", "one ended"])
    }

    @Test("G26: one that is disabled while it is waited for counts as failed at once")
    func disabledMeanwhile() {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        one.require(toFail: other)
        one.onBegan = { $0.state = .recognized }
        scene.down(0)
        other.isEnabled = false
        #expect(scene.log == ["one ended"])
    }

    @Test("G26: a cycle is refused when it is made")
    func cycle() {
        let recognizers = (0..<3).map { _ in TapGestureRecognizer() }
        #expect(!recognizers[0].require(toFail: recognizers[0]))
        #expect(recognizers[0].require(toFail: recognizers[1]))
        #expect(recognizers[1].require(toFail: recognizers[2]))
        #expect(!recognizers[2].require(toFail: recognizers[0]))
        #expect(!recognizers[1].require(toFail: recognizers[0]))
    }

    @Test("G26: what waits is not kept alive by what it waits for")
    func memory() {
        weak var released: TapGestureRecognizer?
        let other = TapGestureRecognizer()
        do {
            let tap = TapGestureRecognizer()
            released = tap
            tap.require(toFail: other)
        }
        #expect(released == nil)
    }

    @Test("G27: either delegate adds the relation, for one sequence", arguments: [false, true])
    func delegates(_ isAskedOfOther: Bool) {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        let delegate = ScriptedDelegate()
        if isAskedOfOther {
            delegate.isRequiredBy = one
            other.delegate = delegate
        } else {
            delegate.requires = other
            one.delegate = delegate
        }
        one.onBegan = { $0.state = .recognized }
        scene.down(0)
        #expect(one.isWaiting)
        scene.up(50)
        other.state = .failed
        #expect(scene.log == ["one ended"])
        delegate.requires = nil
        delegate.isRequiredBy = nil
        scene.click(100)
        #expect(scene.log == ["one ended", "one ended"])
    }

    @Test("G27: delegates that make two wait for each other: the second relation is refused")
    func delegateCycle() {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        let mine = ScriptedDelegate()
        let theirs = ScriptedDelegate()
        mine.requires = other
        theirs.requires = one
        one.delegate = mine
        other.delegate = theirs
        one.onBegan = { $0.state = .recognized }
        other.onEnded = { $0.state = .recognized }
        scene.click(0)
        #expect(scene.log == ["other ended"])
    }

    @Test("G28: a recognized one makes all fail that share a press and are still possible or waiting")
    func exclusion() {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        let elsewhere = scene.add(ScriptedRecognizer(), "elsewhere")
        let waiting = scene.add(ScriptedRecognizer(), "waiting")
        elsewhere.allowedKeys = [.media]
        for recognizer in [one, other, waiting] { recognizer.allowedKeys = [.playPause] }
        waiting.require(toFail: other)
        waiting.onBegan = { $0.state = .recognized }
        one.onEnded = { recognizer in
            recognizer.state = .recognized
            #expect(other.state == .failed)
            #expect(waiting.state == .failed)
            #expect(elsewhere.state == .possible)
        }
        scene.down(.media, 0)
        scene.click(10)
        #expect(scene.log == ["one ended"])
    }

    @Test("G28: one that has begun is not stopped by a later one; the later one is")
    func laterOne() {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        one.onBegan = { $0.state = .began }
        one.isStoppable = false
        one.stops = true
        other.isStoppable = false
        other.onEnded = { $0.state = .recognized }
        scene.down(0)
        #expect(other.state == .possible)
        other.isStoppable = true
        scene.up(50)
        #expect(scene.log == ["one began"])
        #expect(one.state == .began)
    }

    @Test("G29: true from either delegate lets both recognize; both are asked", arguments: [false, true])
    func simultaneous(_ isAskedOfOther: Bool) {
        let scene = GestureScene()
        let (one, other) = pair(false, in: scene)
        let yes = ScriptedDelegate()
        let no = ScriptedDelegate()
        yes.isSimultaneous = true
        one.delegate = isAskedOfOther ? no : yes
        other.delegate = isAskedOfOther ? yes : no
        one.onEnded = { $0.state = .recognized }
        other.onEnded = { $0.state = .recognized }
        scene.click(0)
        #expect(scene.log == ["one ended", "other ended"])
        #expect((yes.questions["simultaneous"] ?? 0) > 0)
        #expect((no.questions["simultaneous"] ?? 0) > 0)
    }

    @Test("G30: prevention needs both classes to agree, and the delegates are not asked otherwise")
    func classes() {
        for (stops, isStoppable) in [(false, true), (true, false)] {
            let scene = GestureScene()
            let (one, other) = pair(false, in: scene)
            let delegate = ScriptedDelegate()
            one.delegate = delegate
            one.stops = stops
            other.isStoppable = isStoppable
            other.stops = false
            one.onEnded = { $0.state = .recognized }
            other.onEnded = { $0.state = .recognized }
            scene.click(0)
            #expect(scene.log == ["one ended", "other ended"])
            #expect(delegate.questions["simultaneous"] == nil)
        }
    }

    @Test("G31: without a requirement two taps yield the single action, then the double one", arguments: [false, true])
    func singleThenDouble(_ isReversed: Bool) {
        let scene = GestureScene()
        if isReversed { _ = scene.taps(2, "double") }
        _ = scene.taps(1, "single")
        if !isReversed { _ = scene.taps(2, "double") }
        scene.click(0)
        #expect(scene.log == ["single ended"])
        scene.click(200)
        #expect(scene.log.contains("double ended"))
        #expect(scene.log.filter { $0 == "double ended" }.count == 1)
    }

    @Test("G31: single.require(toFail: double): two taps are only double", arguments: [false, true])
    func doubleOnly(_ isReversed: Bool) {
        let scene = GestureScene()
        let double = isReversed ? scene.taps(2, "double") : nil
        let single = scene.taps(1, "single")
        single.require(toFail: double ?? scene.taps(2, "double"))
        scene.click(0)
        scene.click(399)
        scene.advance(10_000)
        #expect(scene.log == ["double ended"])
    }

    @Test("G31: one tap acts when the interval has run out after its end, not before")
    func singleAfterInterval() {
        let scene = GestureScene()
        let single = scene.taps(1, "single")
        single.require(toFail: scene.taps(2, "double"))
        scene.click(1000)
        #expect(scene.environment.nextDeadline == .milliseconds(1400))
        scene.advance(1399)
        #expect(scene.log.isEmpty)
        scene.advance(1400)
        #expect(scene.log == ["single ended"])
        #expect(scene.environment.nextDeadline == nil)
    }

    @Test("G31: three recognizers, each waiting for more taps", arguments: 1...3)
    func threeDeep(_ count: Int) {
        let scene = GestureScene()
        let all = [scene.taps(1, "1"), scene.taps(2, "2"), scene.taps(3, "3")]
        all[0].require(toFail: all[1])
        all[0].require(toFail: all[2])
        all[1].require(toFail: all[2])
        for number in 0..<count { scene.click(number * 200) }
        scene.advance(5000)
        #expect(scene.log == ["\(count) ended"])
    }

    @Test("G31: a tap does not prevent a tap and a hold that begins with it")
    func tapThenHold() {
        let scene = GestureScene()
        _ = scene.taps(1, "tap")
        let hold = scene.add(LongPressGestureRecognizer(), "hold")
        hold.numberOfTapsRequired = 1
        scene.click(0)
        scene.down(200)
        scene.advance(700)
        scene.up(800)
        #expect(scene.log == ["tap ended", "hold began", "hold ended"])
    }
}
