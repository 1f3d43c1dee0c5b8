// SPDX-License-Identifier: Apache-2.0

import BatonCoreMotion
import BatonMotion
import Foundation

/// A recording of three sensors with the attitude that cameras saw, such as a trial of BROAD.
struct Trial {
    let name: String
    /// Samples a second, in Hz.
    let rate: Double
    let rows: [Row]

    /// What was measured at one instant.
    struct Row {
        var force = SIMD3<Double>()
        var rate = SIMD3<Double>()
        var field = SIMD3<Double>()
        /// The attitude by the cameras; nil where they lost the markers.
        var reference: Quaternion?
        var isMoving = false
    }

    /// A file that cannot be read.
    struct Problem: Error {
        let message: String
    }

    private static let columns = [
        "t_s", "ax", "ay", "az", "gx", "gy", "gz", "mx", "my", "mz", "ref_w", "ref_x", "ref_y", "ref_z", "movement",
    ]

    init(_ file: URL) throws {
        let lines = try Self.text(of: file).split(separator: "\n").filter { $0.first != "#" }
        let titles = (lines.first ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        let places = Self.columns.compactMap { titles.firstIndex(of: $0) }
        guard places.count == Self.columns.count, lines.count > 100 else {
            throw Problem(
                message: "\(file.lastPathComponent) does not have the columns \(Self.columns.joined(separator: ","))")
        }
        var times: [Double] = []
        var rows: [Row] = []
        for line in lines.dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let v = places.map { $0 < cells.count ? Double(cells[$0]) ?? .nan : .nan }
            times.append(v[0])
            let reference = Quaternion(x: v[11], y: v[12], z: v[13], w: v[10])
            rows.append(
                Row(
                    force: SIMD3(v[1], v[2], v[3]), rate: SIMD3(v[4], v[5], v[6]), field: SIMD3(v[7], v[8], v[9]),
                    reference: v[10...13].allSatisfy(\.isFinite) ? reference.normalized : nil, isMoving: v[14] == 1))
        }
        let seconds = times[times.count - 1] - times[0]
        self.init(
            name: String(file.lastPathComponent.prefix { $0 != "." }), rate: Double(rows.count - 1) / seconds,
            rows: rows)
    }

    private init(name: String, rate: Double, rows: [Row]) {
        (self.name, self.rate, self.rows) = (name, rate, rows)
    }

    /// The same with a lower rate: the means of blocks of rows, and the reference at the end of each block.
    func averaged(by factor: Int) -> Trial {
        guard factor > 1 else { return self }
        let blocks = stride(from: 0, to: rows.count - factor + 1, by: factor).map { begin -> Row in
            let block = rows[begin..<begin + factor]
            var row = block[begin + factor - 1]
            row.force = block.reduce(SIMD3()) { $0 + $1.force } / Double(factor)
            row.rate = block.reduce(SIMD3()) { $0 + $1.rate } / Double(factor)
            row.field = block.reduce(SIMD3()) { $0 + $1.field } / Double(factor)
            return row
        }
        return Trial(name: name, rate: rate / Double(factor), rows: blocks)
    }

    private static func text(of file: URL) throws -> String {
        guard file.pathExtension == "gz" else { return try String(contentsOf: file, encoding: .utf8) }
        let quoted = file.path.replacingOccurrences(of: "'", with: "'\\''")
        guard let pipe = popen("gzip -dc -- '\(quoted)'", "r") else {
            throw Problem(message: "gzip cannot be started")
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&block, 1, block.count, pipe), count > 0 { bytes += block[..<count] }
        guard pclose(pipe) == 0 else { throw Problem(message: "gzip cannot unpack \(file.lastPathComponent)") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
