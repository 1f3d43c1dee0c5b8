// SPDX-License-Identifier: Apache-2.0

import BatonTemplate
import Testing

/// The output of playerctl 2.4.1 for the same template and player, except that numbers are in their shortest form.
@Suite struct TemplateTests {
    static let player: [String: TemplateValue] = [
        "title": .string("song <of> ÄÖ alpha"), "xesam:title": .string("song <of> ÄÖ alpha"),
        "artist": .strings(["A One", "B & Two"]), "empty": .string(""), "emptyas": .strings([]),
        "mpris:length": .signed(600_000_000), "position": .signed(51_000_000), "volume": .double(1),
        "status": .string("Playing"), "xesam:trackNumber": .signed(7), "count": .unsigned(9),
        "xesam:userRating": .double(0.6), "shuffle": .boolean(false), "dict": .other("{'a': <1>}", signature: "a{sv}"),
    ]

    private func expand(_ text: String) throws(TemplateError) -> String {
        try Template(text).expand { Self.player[$0] }
    }

    @Test(
        "a template expands to what playerctl prints",
        arguments: [
            ("", ""), ("plain", "plain"), ("{{artist}} - {{title}}", "A One, B & Two - song <of> ÄÖ alpha"),
            ("{{10}}", "10.0"), ("{{ 10 / 4 }}", "2.5"), ("{{1.5*2}}", "3.0"), ("{{position}}", "51000000"),
            ("{{mpris:length / 1000000}}", "600.0"), ("{{mpris:length + mpris:length}}", "1200000000"),
            ("{{duration(mpris:length)}}", "10:00"), ("{{duration(3661000000)}}", "1:01:01"),
            ("{{duration(-5000000)}}", "-0:05"), ("{{duration(position)}}", "0:51"), ("{{duration(nothere)}}|", "|"),
            ("{{xesam:trackNumber + 1}}", "8.0"), ("{{count * count}}", "81.0"), ("{{xesam:userRating}}", "0.6"),
            ("{{-volume}}{{+volume}}", "-1.01.0"), ("{{shuffle}} {{dict}}", "false {'a': <1>}"),
            ("{{emoji(status)}}{{emoji(volume)}}{{emoji(title)}}", "▶️🔊song <of> ÄÖ alpha"),
            ("{{trunc(title,4)}}", "song…"), ("{{trunc(title,400)}}", "song <of> ÄÖ alpha"),
            ("{{trunc(title,0)}}", "…"),
            ("{{trunc(title,-1)}}", "song <of> ÄÖ alpha"), ("{{trunc(title,2.9)}}", "so…"),
            ("{{trunc(nothere,3)}}", ""),
            ("{{trunc(\"ÄÖÜ\", 2)}}", "ÄÖ…"), ("{{default(empty,\"x\")}}", "x"), ("{{default(emptyas,\"x\")}}", "x"),
            ("{{default(nothere,\"x\")}}", "x"), ("{{default(nothere,nope)}}|", "|"),
            ("{{default(title, artist)}}", "song <of> ÄÖ alpha"),
            ("{{markup_escape(\"<a href='x'>&\")}}", "&lt;a href=&apos;x&apos;&gt;&amp;"),
            ("{{lc(title)}}", "song <of> äö alpha"), ("{{uc(\"straße\")}}", "STRASSE"), ("{{uc(lc(\"Hi\"))}}", "HI"),
            ("{{lc(volume)}}", "1.0"), ("x { y } {{title}} }}", "x { y } song <of> ÄÖ alpha }}"), ("{{a}}}", "}"),
            ("{{ \"}}\" }}", "}}"), ("{{ \" a \" }}", " a "), ("\\n\\t", "\\n\\t"), ("{a}", "{a}"), ("{", "{"),
            ("{{.5}}{{5.}}", "0.55.0"),
            (
                "@{{ uc( \"hi\" ) }} - {{uc( lc( \"HO\"  ) ) }} . {{lc( uc(  artist ) )   }}@",
                "@HI - HO . a one, b & two@"
            ),
            ("{{1000000000000000000}}", "1e+18"), ("{{0.1+0.2}}", "0.30000000000000004"), ("ä{{ _x }}ö", "äö"),
        ])
    func expands(_ template: String, _ expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "`if` chooses by a condition, and `is` compares texts",
        arguments: [
            ("{{if(title, \"yes\", \"no\")}}", "yes"), ("{{if(empty, \"yes\", \"no\")}}", "no"),
            ("{{if(nothere, 1, 2)}}", "2.0"), ("{{if(shuffle, \"mixed\", artist)}}", "A One, B & Two"),
            ("{{if(position, \"on\", \"at the start\")}}", "on"), ("{{if(position - position, 1, nothere)}}|", "|"),
            ("{{if(emptyas, 1, 2) + 1}}", "3.0"), ("{{if(is(status, \"Playing\"), \">\", \"||\")}}", ">"),
            ("{{is(status, \"playing\")}} {{is(nothere, empty)}} {{is(volume, 1)}}", "false true true"),
            ("{{if(is(status, \"Paused\"), \"a\", if(shuffle, \"b\", \"c\"))}}", "c"),
            ("{{if(dict, \"some\", \"\")}}", "some"),
        ])
    func chooses(_ template: String, _ expected: String) throws {
        #expect(try expand(template) == expected)
    }

    @Test(
        "arithmetic has the usual precedence and associates to the left",
        arguments: [
            ("-10 + 20", 10), ("10 + 10 * 10 + 10", 120), ("-10 * -10 * -1 + -10", -110), ("8+-+--++-4", 12),
            ("2 - 10 * 1 + 1", -7), ("10 - 3 - 2", 5), ("24/2/3", 4), ("2 / -2 + 2 * 2 * -2 - 2 - 2 * -2", -7),
            ("2 * (2 + 2)", 8), ("-(10 + 12 * -2)", 14), ("(14 - 2 * 3) * (14 * -2 - 6) + -(4 - 2) * 5", -282),
            ("-(volume + 3) * 5 * (volume + 2)", -60), ("(-default(5 - 5, None) + 2) * 8", 16),
            ("2 + (5 * 4 + 3 * -default(5, default(6 * (3 + 4 * (6 + 2)) / 2, None)) + -56)", -49),
            ("2*3+4*5-6/4", 24.5),
        ])
    func calculates(_ expression: String, _ expected: Double) throws {
        #expect(try Double(expand("{{\(expression)}}")) == expected)
    }

    @Test(
        "an error in a template has its position",
        arguments: [
            ("{{", "unexpected end of expression"), ("{{}}", "unexpected \"}\", expected expression (position 2)"),
            ("{{a", "expecting \"}}\" (position 3)"), ("{{a}", "expecting \"}}\" (position 3)"),
            ("{{{a}}}", "unexpected \"{\", expected expression (position 2)"),
            ("{{\"abc}}", "unexpected end of expression"),
            ("{{\"a\\\"b\"}}", "expecting \"}}\" (position 6)"), ("{{1..2}}", "invalid number: \"1..2\" (position 2)"),
            ("{{.}}", "invalid number: \".\" (position 2)"), ("{{1 2}}", "expecting \"}}\" (position 4)"),
            ("{{a b}}", "expecting \"}}\" (position 4)"),
            ("{{lc()}}", "unexpected \")\", expected expression (position 5)"),
            ("{{lc(1,2)}}", "function lc takes exactly one argument (got 2)"),
            ("{{default(1)}}", "function default takes exactly two arguments (got 1)"),
            ("{{if(1,2)}}", "function if takes exactly three arguments (got 2)"),
            ("{{lc(\"a\" \"b\")}}", "expecting \")\" (position 9)"), ("{{foo(1)}}", "unknown template function: foo"),
            ("{{emoji(\"x\")}}", "the emoji function can only be called with a variable"),
            ("{{emoji(status, volume)}}", "function emoji takes exactly one argument (got 2)"),
            ("{{ä}}", "unexpected \"ä\", expected expression (position 2)"), ("{{(1}}", "expecting \")\" (position 4)"),
            ("{{trunc(title,5", "unexpected end of expression"),
        ])
    func refuses(_ template: String, _ message: String) {
        #expect { try Template(template) } throws: { ($0 as? TemplateError)?.description == message }
    }

    @Test(
        "a template that does not fit the player's values is an error",
        arguments: [
            ("{{mpris:length * mpris:length * mpris:length}}", "Numeric overflow detected"),
            ("{{duration(title)}}", "function duration can only be called on track position values"),
            ("{{-title}}", "Got unsupported operand type for unary -: 's'"),
            ("{{title+1}}", "Got unsupported operand types for +: 's' and 'd'"),
            ("{{nothere*2}}", "Got unsupported operand types for *: 'NULL' and 'd'"),
            ("{{-nothere}}", "Got unsupported operand type for unary -: 'NULL'"), ("{{1/0}}", "Divide by zero error"),
            ("{{position/(position-position)}}", "Divide by zero error"),
            ("{{trunc(title, \"4\")}}", "function trunc's length parameter can only be called with an int"),
            ("{{artist+1}}", "Got unsupported operand types for +: 'as' and 'd'"),
        ])
    func refusesValues(_ template: String, _ message: String) throws {
        let template = try Template(template)
        #expect { try template.expand { Self.player[$0] } } throws: { ($0 as? TemplateError)?.description == message }
    }

    @Test("nesting is accepted 99 deep", arguments: [("(", ")"), ("-", ""), ("lc(", ")")])
    func acceptsDepth(_ opening: String, _ closing: String) {
        func text(_ depth: Int) -> String {
            "{{" + String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth) + "}}"
        }
        #expect(throws: Never.self) { try Template(text(99)) }
        #expect(throws: TemplateError.tooDeep) { try Template(text(100)) }
    }

    @Test("too many operators beside each other are named as what they are")
    func refusesOperators() {
        #expect { try Template(String(repeating: "{{1+1}}", count: 1001)) } throws: {
            "\($0)" == "the template has more than 1000 operators"
        }
    }

    @Test("unlimited nesting is an error, not a crash", arguments: ["(", "-", "lc("])
    func refusesDepth(_ opening: String) {
        let text = "{{" + String(repeating: opening, count: 100_000) + "1"
        #expect(throws: TemplateError.tooDeep) { try Template(text) }
    }

    @Test("random text is parsed or refused, and never crashes")
    func survivesGarbage() {
        var generator = SystemRandomNumberGenerator()
        let pieces = [
            "{{", "}}", "{", "}", "(", ")", "\"", "a", "lc", "duration", "trunc", "volume", "position", "1", ".", "-",
            "*", "/", ",", " ", "ä", ":",
        ]
        for _ in 0..<5000 {
            let length = Int.random(in: 0...20, using: &generator)
            let text = (0..<length).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            guard let template = try? Template(text) else { continue }
            _ = try? template.expand { Self.player[$0] }
        }
    }

    @Test("the variables of a template are found at every place")
    func knowsVariables() throws {
        let template = try Template("{{a}} {{lc(default(b, \"c\"))}} {{-d + 2 * e}}")
        #expect(template.variables == ["a", "b", "d", "e"])
    }
}
