// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonInput

/// The name of the virtual device. The device itself is tested with a real kernel, in Tests/kernel.
@Suite("Key relay")
struct KeyRelayTests {
    @Test(
        "a long name is cut before the suffix, by which Baton knows its own device", arguments: [70, 71, 72, 79, 255])
    func names(_ count: Int) {
        for letter in ["x", "é", "🎧", "\u{6DD}"] {
            let device = String(repeating: letter, count: count / letter.utf8.count)
            let name = KeyRelay.name(for: device)
            #expect(KeyRelay.isRelay(name) && name.utf8.count <= 79)
            #expect(device.utf8.starts(with: name.utf8.dropLast(KeyRelay.suffix.utf8.count)))
            #expect(device.utf8.count > 71 || name == device + KeyRelay.suffix)
        }
    }
}
