// SPDX-License-Identifier: Apache-2.0

import BatonDrawing
import Testing

@Suite struct WrappedTextTests {
    @Test("a sentence is wrapped between words, and is one line for a program")
    func paragraphs() {
        let text = "'batonctl doctor' shows everything else."
        #expect(WrappedText.lines(text, columns: nil) == [text])
        #expect(WrappedText.lines(text, columns: 30) == ["'batonctl doctor' shows", "everything else."])
        #expect(WrappedText.lines(text, columns: 20) == [text], "a narrow terminal breaks lines itself")
        #expect(WrappedText.lines("", columns: 80).isEmpty)
        #expect(
            WrappedText.lines("1 of 2  Lay the device on its back,  and leave it.", columns: 34)
                == ["1 of 2  Lay the device on its", "back,  and leave it."], "columns within a line stay")
    }
}
