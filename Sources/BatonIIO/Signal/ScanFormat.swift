// SPDX-License-Identifier: Apache-2.0

/// How one value lies in a scan, such as `le:s12/16>>4` (spec/iio.md e).
struct ScanFormat: Hashable, Sendable {
    /// Bits that mean something.
    let bits: Int
    /// Bits it takes up: 8, 16, 32 or 64.
    let storageBits: Int
    /// Bits below the value.
    let shift: Int
    let isSigned: Bool
    let isBigEndian: Bool

    /// Makes a format; nil when it is none that a kernel can mean.
    init?(bits: Int, storageBits: Int, shift: Int, isSigned: Bool, isBigEndian: Bool) {
        guard [8, 16, 32, 64].contains(storageBits), bits > 0, shift >= 0, bits + shift <= storageBits else {
            return nil
        }
        self.bits = bits
        self.storageBits = storageBits
        self.shift = shift
        self.isSigned = isSigned
        self.isBigEndian = isBigEndian
    }

    /// The value at a place in a scan.
    ///
    /// What lies outside the bits is junk (hid leaves the next axis there), so the sign is that of the bits and not of the
    /// storage.
    ///
    /// - Parameter place: at least `storageBits` of readable memory.
    func value(at place: UnsafeRawPointer) -> Int64 {
        let count = storageBits / 8
        var word: UInt64 = 0
        for index in 0..<count {
            let byte = place.load(fromByteOffset: isBigEndian ? index : count - 1 - index, as: UInt8.self)
            word = word << 8 | UInt64(byte)
        }
        word >>= UInt64(shift)
        let unused = UInt64(64 - bits)
        let aligned = word << unused
        return isSigned ? Int64(bitPattern: aligned) >> Int64(unused) : Int64(clamping: aligned >> unused)
    }

    /// A raw attribute's value, where old hid kernels show a negative number as a large one (spec/iio.md f).
    func repaired(_ raw: Int64) -> Int64 {
        guard isSigned, bits < 63, raw >= 1 << (bits - 1), raw < 1 << bits else { return raw }
        return raw - 1 << bits
    }
}
