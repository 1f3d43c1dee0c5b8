// SPDX-License-Identifier: Apache-2.0

/// Mean, slope and spread of the force in a window. Taking mean and slope away leaves the movement without gravity and
/// without a turn of the device (rule SHAKE3).
struct ShakeMoments: Sendable {
    /// The mean force, in m/s².
    let mean: Acceleration
    /// The change of the force over time, in m/s³.
    let slope: Acceleration
    /// The mean time of the entries, in seconds on the detector's clock.
    let meanTime: Double
    /// The root mean square of the movement, in m/s².
    let strength: Double
    /// Seconds from the first entry to the last.
    let duration: Double
    /// The root mean square of the steps of the unsmoothed force between entries, in m/s².
    let rawStep: Double
    /// The mean of the squared rate of change of the smoothed force, in (m/s³)².
    let squaredRate: Double

    private let spread: Spread
    private let trace: Double

    /// The spread along the axes: xx, yy, zz, and yz, zx, xy.
    private struct Spread {
        var squares: Acceleration
        var products: Acceleration

        func times(_ v: Acceleration) -> Acceleration {
            Acceleration(
                x: squares.x * v.x + products.z * v.y + products.y * v.z,
                y: products.z * v.x + squares.y * v.y + products.x * v.z,
                z: products.y * v.x + products.x * v.y + squares.z * v.z)
        }
    }

    /// - Parameters:
    ///   - count: how many entries were summed; more than 1.
    ///   - base: the time that the sums are relative to.
    ///   - last: the time of the newest entry.
    /// - Returns: nil if the entries have no spread in time, or do not move.
    init?(_ sums: ShakeSums, count: Double, base: Double, last: Double) {
        let meanTime = sums.time / count
        let timeSpread = sums.squaredTime - count * meanTime * meanTime
        guard timeSpread > 1e-9 else { return nil }
        mean = sums.force * (1 / count)
        slope = (sums.forceTime - mean * (count * meanTime)) * (1 / timeSpread)
        self.meanTime = base + meanTime
        // The times are nearly evenly spaced, for which this is the length exactly.
        duration = (timeSpread * 12 / count).squareRoot()
        var spread = Spread(squares: sums.squares, products: sums.products)
        spread.squares = spread.squares - Self.squares(mean) * count - Self.squares(slope) * timeSpread
        spread.products = spread.products - Self.products(mean) * count - Self.products(slope) * timeSpread
        let trace = spread.squares.x + spread.squares.y + spread.squares.z
        guard trace > 1e-6 * count, trace.isFinite else { return nil }
        strength = (trace / count).squareRoot()
        self.spread = spread
        self.trace = trace
        rawStep = (max(0, sums.rawSteps) / count).squareRoot()
        squaredRate = max(0, sums.forceSteps) / max(duration, 1e-3)
    }

    /// The direction in which the device moves most, of length 1, and the share of the movement that is along it, 0…1.
    ///
    /// It is found by repeated multiplication. Five times are enough: where two directions are nearly alike, either one
    /// serves.
    var mainAxis: (direction: Acceleration, share: Double) {
        let largest = max(spread.squares.x, spread.squares.y, spread.squares.z)
        var axis =
            largest == spread.squares.x
            ? Acceleration(x: spread.squares.x, y: spread.products.z, z: spread.products.y)
            : largest == spread.squares.y
                ? Acceleration(x: spread.products.z, y: spread.squares.y, z: spread.products.x)
                : Acceleration(x: spread.products.y, y: spread.products.x, z: spread.squares.z)
        for _ in 0..<5 { axis = spread.times(axis) * (1 / trace) }
        let length = axis.magnitude
        guard length > 0, length.isFinite else { return (Acceleration(x: 1, y: 0, z: 0), 1) }
        axis = axis * (1 / length)
        return (axis, min(1, max(0, spread.times(axis).magnitude / trace)))
    }

    private static func squares(_ v: Acceleration) -> Acceleration {
        Acceleration(x: v.x * v.x, y: v.y * v.y, z: v.z * v.z)
    }

    private static func products(_ v: Acceleration) -> Acceleration {
        Acceleration(x: v.y * v.z, y: v.z * v.x, z: v.x * v.y)
    }
}
