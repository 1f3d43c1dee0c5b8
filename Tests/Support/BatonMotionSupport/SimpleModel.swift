// SPDX-License-Identifier: Apache-2.0

package import BatonMotion

extension ShakeModel {
    /// A model with simple numbers, so that tests do not depend on what was learned: strength is what counts, and slow or single
    /// swings are held against a movement. The bars are 3, 2 and 1.
    package static let test: ShakeModel = {
        let curves: [ShakeFeature: String] = [
            .strength: "6 0 0 20 10", .frequency: "0 2 -6 3.5 0", .thirdSwing: "0 0 -4 0.5 0",
        ]
        let lines =
            ["baton-shake-model 3"] + ["0.01", "0.02", "0.04", "0.08", "0.1"].map { "bars \($0) 3 2 1" }
            + ["dense", "sparse"].flatMap { density in
                ["bias \(density) -5"]
                    + ShakeFeature.allCases.map { "curve \(density) \($0.rawValue) \(curves[$0] ?? "0 0 0 1 0")" }
            }
        let text = lines.joined(separator: "\n") + "\n"
        var sum: UInt32 = 0x811c_9dc5
        for byte in text.utf8 { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
        do throws(ShakeModelError) {
            return try ShakeModel(bytes: Array((text + "sum " + String(sum, radix: 16) + "\n").utf8))
        } catch {
            preconditionFailure("the model of the tests: \(error)")
        }
    }()
}
