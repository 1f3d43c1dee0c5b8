// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BatonTranslation

@Suite("Sentences with values") struct PhraseTests {
    @Test("LANG2: the catalogue has one key for a sentence, whatever its values")
    func keys() {
        let app = "gedit"
        let phrase: Phrase = "In \(app), \(3) times"
        #expect(phrase.key == "In {1}, {2} times")
        #expect(translated(phrase) == "In gedit, 3 times" && onScreen(phrase) == "In gedit, 3 times")
        #expect(translated("as it is {1}") == "as it is {1}")
    }

    @Test(
        "LANG2: a translation may put the values in another order, and what looks like a place in a value stays",
        arguments: [
            ("{2} von {1}", "b von {2}"), ("{1}{1}", "{2}{2}"), ("{3} {0} {} {x} {", "{3} {0} {} {x} {"),
            ("{99999999999999999999}", "{99999999999999999999}"), ("{1", "{1"), ("", ""), ("{{1}}", "{{2}}"),
        ])
    func order(_ template: String, _ text: String) {
        let values = ["{2}", "b"]
        let phrase: Phrase = "\(values[0]) of \(values[1])"
        #expect(phrase.text(template) == text)
    }
}
