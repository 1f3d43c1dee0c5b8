// SPDX-License-Identifier: Apache-2.0

import BatonMotionReport
import Testing

@Suite struct EnvelopeTests {
    @Test("a thinned line keeps its peaks and its ends")
    func thins() {
        let points = (0..<10_000).map { (x: Double($0), y: $0 == 5003 ? 99.0 : Double($0 % 7)) }
        let thin = Envelope.thinned(points, columns: 100)
        #expect(thin.count <= 200)
        #expect(thin.contains { $0.y == 99 })
        #expect(thin.allSatisfy { point in points.contains { $0.x == point.x && $0.y == point.y } })
        #expect(zip(thin, thin.dropFirst()).allSatisfy { $0.x < $1.x })
        #expect(Envelope.thinned(Array(points[..<50]), columns: 100).count == 50)
    }

    @Test(
        "a line whose times go back or are far away is thinned too", arguments: [1e300, -1e300, .nan, .infinity])
    func thinsWild(_ wild: Double) {
        let times = (0..<100).map { $0 % 3 == 1 ? wild : 0 } + [1e-300]
        let points = times.map { (x: $0, y: 1.0) }
        #expect(!Envelope.thinned(points, columns: 10).isEmpty)
    }
}
