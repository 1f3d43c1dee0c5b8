// SPDX-License-Identifier: Apache-2.0

/// The format of one value in a scan, such as `le:s12/16>>4` (rule IIO21).
struct ScanFormat: Hashable, Sendable {
    /// The number of significant bits.
    let bits: Int
    /// The number of bits in the scan: 8, 16, 32 or 64.
    let storageBits: Int
    /// The number of bits below the value.
    let shift: Int
    let isSigned: Bool
    let isBigEndian: Bool

    /// Makes a format; nil when it is not valid.
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

    /// Reads the value at an address in a scan.
    ///
    /// The bits outside of the value are undefined (hid leaves the next axis there), so the sign is extended from the
    /// value's bits and not from the storage.
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

    /// Corrects a raw attribute of old hid kernels, which show negative numbers as large ones (rule IIO31).
    func repaired(_ raw: Int64) -> Int64 {
        guard isSigned, bits < 63, raw >= 1 << (bits - 1), raw < 1 << bits else { return raw }
        return raw - 1 << bits
    }
}

/// The raw values of the three axes at one instant.
struct RawScan: Hashable, Sendable {
    var x: Int64
    var y: Int64
    var z: Int64
}
