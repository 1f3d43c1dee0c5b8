// SPDX-License-Identifier: Apache-2.0

/// A matrix of three rows.
struct Matrix3: Hashable, Sendable {
    var x: SIMD3<Double>
    var y: SIMD3<Double>
    var z: SIMD3<Double>

    @inline(__always)
    init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    /// The matrix of a unit quaternion: it turns vectors as ``Quaternion/rotate(_:)`` does.
    @inline(__always)
    init(_ q: Quaternion) {
        self.init(
            SIMD3(1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y - q.w * q.z), 2 * (q.x * q.z + q.w * q.y)),
            SIMD3(2 * (q.x * q.y + q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z), 2 * (q.y * q.z - q.w * q.x)),
            SIMD3(2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x), 1 - 2 * (q.x * q.x + q.y * q.y)))
    }

    static func diagonal(_ values: SIMD3<Double>) -> Matrix3 {
        Matrix3(SIMD3(values.x, 0, 0), SIMD3(0, values.y, 0), SIMD3(0, 0, values.z))
    }

    /// The sum of the absolute values of a row.
    func row(_ row: SIMD3<Double>) -> Double { abs(row.x) + abs(row.y) + abs(row.z) }

    var transposed: Matrix3 {
        @inline(__always) get {
            Matrix3(SIMD3(x.x, y.x, z.x), SIMD3(x.y, y.y, z.y), SIMD3(x.z, y.z, z.z))
        }
    }

    /// The inverse; all zeros for a singular matrix.
    var inverse: Matrix3 {
        let first = Self.cross(y, z)
        let determinant = (x * first).sum()
        guard determinant != 0 else { return Matrix3(SIMD3(), SIMD3(), SIMD3()) }
        let (second, third) = (Self.cross(z, x), Self.cross(x, y))
        return Matrix3(first / determinant, second / determinant, third / determinant).transposed
    }

    @inline(__always)
    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(Self.product(left.x, right), Self.product(left.y, right), Self.product(left.z, right))
    }

    @inline(__always)
    static func * (left: Matrix3, right: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((left.x * right).sum(), (left.y * right).sum(), (left.z * right).sum())
    }

    @inline(__always)
    static func + (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(left.x + right.x, left.y + right.y, left.z + right.z)
    }

    @inline(__always)
    static func - (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(left.x - right.x, left.y - right.y, left.z - right.z)
    }

    @inline(__always)
    private static func product(_ row: SIMD3<Double>, _ right: Matrix3) -> SIMD3<Double> {
        row.x * right.x + row.y * right.y + row.z * right.z
    }

    @inline(__always)
    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
