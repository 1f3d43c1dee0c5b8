// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonTestSupport
import Foundation

/// One case of vqf-check.csv.gz: which samples the filter gets, and what PyPI's `vqf` 2.1.2 made of them.
struct CheckCase: CustomStringConvertible, Sendable {
    let name: String
    let rows: [Row]

    var description: String { name }

    /// The state after so many samples of the gyroscope.
    struct Row: Sendable {
        let count: Int
        /// In the order of the columns; nil for an empty cell.
        let values: [Double?]
    }

    static let interval = 0.01

    static let all: [CheckCase] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Recordings")
        let text = (try? GzipFile.text(folder.appendingPathComponent("vqf-check.csv.gz"))) ?? ""
        let rows = text.split(separator: "\n").dropFirst().map { line -> (String, Row) in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let values = cells.dropFirst(2).map { Double($0) }
            return (String(cells[0]), Row(count: Int(cells[1]) ?? 0, values: values))
        }
        return ["A", "B", "C", "D", "E", "F"].map { name in
            CheckCase(name: name, rows: rows.filter { $0.0 == name }.map(\.1))
        }
    }()

    /// Whether the accelerometer has a sample beside the gyroscope's, and its interval.
    func accelerometerInterval(_ n: Int) -> Double? {
        guard name == "B" || name == "E" else { return Self.interval }
        return n.isMultiple(of: 2) ? nil : 2 * Self.interval
    }

    /// The same of the magnetometer.
    func magnetometerInterval(_ n: Int) -> Double? {
        switch name {
        case "C", "D": Self.interval
        case "E": n % 4 == 3 ? 4 * Self.interval : nil
        default: nil
        }
    }

    /// Calls `body` with the values of all three sensors at each instant.
    func play(_ body: (Int, _ rate: SIMD3<Double>, _ force: SIMD3<Double>, _ field: SIMD3<Double>) -> Void) {
        var attitude = Quaternion(x: 0.3, y: -0.2, z: 0.1, w: 0.9).normalized
        for n in 0..<(rows.last?.count ?? 0) {
            let t = Double(n) * Self.interval
            func s(_ frequency: Double, _ phase: Double) -> Double { sin(2 * .pi * frequency * t + phase) }
            let moves = t < 60 && (name == "F" || t >= 10) ? 1.0 : 0
            let omega = SIMD3(1.5 * s(0.31, 0), 1.2 * s(0.23, 1), s(0.17, 2)) * moves
            let speed = (omega * omega).sum().squareRoot()
            attitude = (attitude * Quaternion(angle: speed * Self.interval, around: omega)).normalized
            let push = SIMD3(s(1.9, 0), 0.8 * s(2.3, 0), 0.6 * s(2.7, 0)) * moves
            let isDisturbed = (name == "D" || name == "E") && t >= 30 && t < 40
            body(
                n, omega + SIMD3(0.01, -0.008, 0.006), attitude.conjugate.rotate(SIMD3(0, 0, 9.80665)) + push,
                attitude.conjugate.rotate(isDisturbed ? SIMD3(15, 10, -35) : SIMD3(0, 20, -45)))
        }
    }
}
