// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonInput

@Suite("Sets of keys, and their names")
struct KeySetTests {
    @Test("what sysfs says is read, the lowest word last")
    func sysfs() {
        #expect(KeySet(sysfs: "3800000000 c000000000000 0\n").codes == [114, 115, 163, 164, 165])
        #expect(KeySet(sysfs: "ffffffffffffffff").codes == Array(0..<64))
    }

    @Test(
        "what is no number, or more than there is, is nothing",
        arguments: ["", "x y", "-1", "0x5", "11111111111111111"])
    func garbage(_ text: String) {
        #expect(KeySet(sysfs: text).isEmpty)
        #expect(
            KeySet(sysfs: (0..<100).map { _ in "ffffffffffffffff" }.joined(separator: " ")).codes.count == KeySet.limit)
    }

    @Test("codes out of range are left out")
    func range() {
        #expect(KeySet([-1, 0x300, 5]).codes == [5])
        #expect(!KeySet([5]).contains(-1) && !KeySet([5]).contains(4096))
    }

    @Test("bytes are as the kernel takes them")
    func bytes() {
        #expect(KeySet([0, 9]).bytes.prefix(3) == [1, 2, 0])
        #expect(KeySet().bytes.count == 96)
    }

    @Test("media, volume and phone keys alone may be grabbed")
    func mediaOnly() {
        #expect(KeySet([164, 115, 169]).isMediaOnly)
        #expect(!KeySet([164, 28]).isMediaOnly)
        #expect(!KeySet().isMediaOnly)
    }

    @Test("keys have the kernel's names; what has none has its number")
    func names() {
        #expect(KeyName.text(164) == "KEY_PLAYPAUSE")
        #expect(KeyName.text(0x100) == "BTN_0")
        #expect(KeyName.text(750) == "750")
        #expect(KeyName.text(-1) == "-1")
        #expect(KeyName.code("playpause") == 164)
        #expect(KeyName.code("BTN_0") == 0x100)
        #expect(KeyName.code("0x101") == 0x101)
        #expect(KeyName.code("750") == 750)
        for text in ["", "768", "-3", "KEY_NOSUCH", "0xfffff"] { #expect(KeyName.code(text) == nil) }
    }
}
