// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonIIO

@Suite("IIO: the form of a value in a scan")
struct ScanFormatTests {
    @Test(
        "IIO21: a value is what it was, whatever lies around it",
        arguments: [
            MockFormat(bits: 16, storage: 32), MockFormat(bits: 12, storage: 16, shift: 4),
            MockFormat(isBigEndian: true, bits: 12, storage: 16, shift: 4), MockFormat(bits: 32, storage: 32),
            MockFormat(isBigEndian: true, bits: 16, storage: 16), MockFormat(bits: 8, storage: 8),
            MockFormat(bits: 10, storage: 16, shift: 6), MockFormat(bits: 20, storage: 32, shift: 12),
            MockFormat(isBigEndian: true, bits: 24, storage: 32, shift: 8), MockFormat(bits: 64, storage: 64),
        ])
    func roundTrip(_ mock: MockFormat) throws {
        let format = try #require(scanFormat(mock))
        let top = Int64.max >> Int64(64 - mock.bits)
        for value in [0, 1, -1, 5, -5, top, -top - 1, top / 3] {
            #expect(mock.bytes(value).withUnsafeBytes { format.value(at: $0.baseAddress!) } == value)
        }
    }

    @Test("IIO21: hid leaves the next axis in the upper half: only sixteen bits count")
    func junk() throws {
        let format = try #require(ScanFormat(bits: 16, storageBits: 32, shift: 0, isSigned: true, isBigEndian: false))
        let scan: [UInt8] = [0x06, 0xfa, 0x19, 0x00, 0x19, 0x00, 0xe8, 0x03]
        #expect(scan.withUnsafeBytes { format.value(at: $0.baseAddress!) } == 0xfa06 - 0x10000)
        #expect(scan.withUnsafeBytes { format.value(at: $0.baseAddress! + 4) } == 25)
    }

    @Test("an unsigned value stays one")
    func unsigned() throws {
        let mock = MockFormat(isSigned: false, bits: 12, storage: 16, shift: 4)
        let format = try #require(scanFormat(mock))
        #expect(mock.bytes(4095).withUnsafeBytes { format.value(at: $0.baseAddress!) } == 4095)
    }

    @Test(
        "a form that no kernel means is none",
        arguments: [(12, 13, 0), (0, 16, 0), (17, 16, 0), (12, 16, 5), (12, 16, -1), (16, 0, 0), (16, 24, 0)])
    func impossible(_ bits: Int, _ storage: Int, _ shift: Int) {
        #expect(
            ScanFormat(bits: bits, storageBits: storage, shift: shift, isSigned: true, isBigEndian: false) == nil)
    }

    @Test("IIO31: a negative number that an old hid kernel shows as a large one is repaired, others are not touched")
    func repair() throws {
        let signed = try #require(ScanFormat(bits: 16, storageBits: 32, shift: 0, isSigned: true, isBigEndian: false))
        #expect(signed.repaired(64497) == -1039)
        for value: Int64 in [0, 32767, -32768, -1, 65536, 1 << 40] { #expect(signed.repaired(value) == value) }
        let unsigned = try #require(
            ScanFormat(bits: 16, storageBits: 16, shift: 0, isSigned: false, isBigEndian: false))
        #expect(unsigned.repaired(64497) == 64497)
    }

    private func scanFormat(_ mock: MockFormat) -> ScanFormat? {
        ScanFormat(
            bits: mock.bits, storageBits: mock.storage, shift: mock.shift, isSigned: mock.isSigned,
            isBigEndian: mock.isBigEndian)
    }
}
