// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import Glibc

/// The options of the command line.
struct Options {
    struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    static let help = """
        usage: baton-fake-player --name NAME [--address ADDRESS] [options]
          --name NAME          own org.mpris.MediaPlayer2.NAME (repeatable: one process, several names)
          --address ADDRESS    the bus (default: $DBUS_SESSION_BUS_ADDRESS)
          --status STATUS      PlaybackStatus (default: Paused)
          --title TITLE        xesam:title
          --no CAPABILITY      CanPlay, CanPause, CanSeek ... is false (repeatable)
          --hang               answer nothing from the start
          --delay MS           answer everything so much later
          --wrong              properties of wrong types
          --huge BYTES         metadata with a key of so many bytes
          --flap MS            give the names back and take them again, so often
          --die-on METHOD      leave without an answer when METHOD is called (repeatable)
          --ignore METHOD      never answer METHOD (repeatable)
          --log                print each call, and when it came, in seconds since boot
        Prints "ready" when it owns its names. Control: org.baton.FakePlayer at /org/baton/FakePlayer on the bus name
        org.baton.FakePlayer.NAME, see ControlObject.swift.
        """

    var names: [String] = []
    var address = ""
    var status = "Paused"
    var title = "A Title"
    var missing: Set<String> = []
    var hangs = false
    var delay = Duration.zero
    var isWrong = false
    var huge = 0
    var flap: Duration?
    var deadly: Set<String> = []
    var ignored: Set<String> = []
    var logs = false

    init(_ arguments: [String]) throws {
        if let bus = getenv("DBUS_SESSION_BUS_ADDRESS") { address = String(cString: bus) }
        var rest = arguments[...]
        while let option = rest.popFirst() {
            func value() throws -> String {
                guard let value = rest.popFirst() else { throw Unknown(description: "\(option) wants a value") }
                return value
            }
            func number() throws -> Int {
                guard let number = Int(try value()) else { throw Unknown(description: "\(option) wants a number") }
                return number
            }
            switch option {
            case "--name": names.append(try value())
            case "--address": address = try value()
            case "--status": status = try value()
            case "--title": title = try value()
            case "--no": missing.insert(try value())
            case "--hang": hangs = true
            case "--delay": delay = .milliseconds(try number())
            case "--wrong": isWrong = true
            case "--huge": huge = try number()
            case "--flap": flap = .milliseconds(try number())
            case "--die-on": deadly.insert(try value())
            case "--ignore": ignored.insert(try value())
            case "--log": logs = true
            default: throw Unknown(description: "there is no option '\(option)'")
            }
        }
        guard !names.isEmpty else { throw Unknown(description: "a player needs a --name") }
    }
}
