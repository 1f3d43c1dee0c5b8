// SPDX-License-Identifier: Apache-2.0

import BatonMQTT
import Testing

/// HMAC-SHA-256 as RFC 4231 has it.
@Suite struct KeyedDigestTests {
    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    @Test("RFC 4231: test cases 1, 2 and 6")
    func vectors() {
        let cases: [([UInt8], String, String)] = [
            (
                Array(repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                Array(repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
        for (key, text, digest) in cases {
            #expect(hexadecimal(KeyedDigest.sha256(key: key, of: Array(text.utf8))) == digest)
        }
    }

    @Test("no key and no bytes have a digest too")
    func empty() {
        #expect(KeyedDigest.sha256(key: [], of: []).count == 32)
    }
}
