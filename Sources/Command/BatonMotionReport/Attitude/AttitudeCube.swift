// SPDX-License-Identifier: Apache-2.0

package import BatonCoreMotion
package import BatonDrawing

/// The device as the edges of a flat box, seen from where its user sits: the top of the box points away while it lies on
/// its back and has not been turned.
package struct AttitudeCube {
    /// Half the width, height and depth of the box.
    private static let half = SIMD3(1.0, 0.7, 0.12)
    /// How far above the box the eye is: the sine and the cosine of 35°.
    private static let eye = (sine: 0.5736, cosine: 0.8192)
    /// Half the height of what is seen, in units of the box.
    private static let reach = 1.45

    private let quaternion: Quaternion

    package init(_ attitude: Attitude) { quaternion = attitude.quaternion }

    /// An edge of the box, or a line on it.
    private struct Edge {
        package let from: SIMD3<Double>
        package let to: SIMD3<Double>
        package let color: TerminalColor
    }

    /// Draws it in the middle, as large as fits.
    package func draw(on dots: inout BrailleCanvas) {
        let scale = min(Double(dots.width), Double(dots.height)) / 2 / Self.reach
        let middle = (x: Double(dots.width) / 2, y: Double(dots.height) / 2)
        // What is far away is drawn first.
        let edges = Self.edges.map { ($0, (depth($0.from) + depth($0.to)) / 2) }.sorted { $0.1 > $1.1 }.map(\.0)
        for edge in edges {
            let ends = [edge.from, edge.to].map { point in
                let (right, up) = place(point)
                return (x: middle.x + right * scale, y: middle.y - up * scale)
            }
            dots.line(ends, edge.color)
        }
    }

    /// Where a point of the device is seen, right and up, in units of the box.
    package func place(_ point: SIMD3<Double>) -> (right: Double, up: Double) {
        let turned = quaternion.rotate(point)
        return (turned.x, turned.z * Self.eye.cosine + turned.y * Self.eye.sine)
    }

    /// How far a point is from the eye.
    private func depth(_ point: SIMD3<Double>) -> Double {
        let turned = quaternion.rotate(point)
        return turned.y * Self.eye.cosine - turned.z * Self.eye.sine
    }

    private static let edges: [Edge] = {
        func corner(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> { half * SIMD3(x, y, z) }
        var edges: [Edge] = []
        for z in [-1.0, 1] {
            // The display is bright, the back is dim; the top of the display has its own color.
            let color: TerminalColor = z > 0 ? .cyan : .dim
            edges.append(Edge(from: corner(-1, -1, z), to: corner(1, -1, z), color: color))
            edges.append(Edge(from: corner(-1, -1, z), to: corner(-1, 1, z), color: color))
            edges.append(Edge(from: corner(1, -1, z), to: corner(1, 1, z), color: color))
            edges.append(Edge(from: corner(-1, 1, z), to: corner(1, 1, z), color: z > 0 ? .magenta : .dim))
        }
        for x in [-1.0, 1] {
            for y in [-1.0, 1] { edges.append(Edge(from: corner(x, y, -1), to: corner(x, y, 1), color: .dim)) }
        }
        // An arrow on the display points to its top.
        for x in [-0.15, 0.15] { edges.append(Edge(from: corner(x, 0.6, 1), to: corner(0, 0.85, 1), color: .magenta)) }
        return edges
    }()
}
