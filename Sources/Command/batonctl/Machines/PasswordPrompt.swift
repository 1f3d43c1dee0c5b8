// SPDX-License-Identifier: Apache-2.0

import BatonReactor
import Glibc
import SystemPackage

/// Asks for a password at a terminal, which does not show it.
///
/// A signal that ends or stops the program finds the terminal as it was.
struct PasswordPrompt {
    /// The most bytes of a password that are read.
    private static let longest = 1024
    private static let signals: [SignalNumber] = [.interrupt, .terminate, .hangUp]

    /// - Returns: what was typed; nil at the end of the input, and after a signal that ends the program.
    static func ask(_ question: String) -> String? {
        Console.print(paragraph: question)
        var settings = termios()
        guard tcgetattr(0, &settings) == 0, let reactor = try? Reactor() else { return readLine() }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Ctrl-Z and Ctrl-\ would leave the terminal so.
        withUnsafeMutableBytes(of: &silent.c_cc) { characters in
            for index in [VSUSP, VQUIT] { characters[Int(index)] = 0 }
        }
        tcsetattr(0, TCSADRAIN, &silent)
        defer {
            tcsetattr(0, TCSADRAIN, &settings)
            Console.print("")
        }
        return line(reactor)
    }

    private static func line(_ reactor: Reactor) -> String? {
        var (text, isOver): (String?, Bool) = (nil, false)
        let ended = try? reactor.signals(signals) { _ in isOver = true }
        let watch = try? reactor.watch(.standardInput, for: .readable) { _ in
            // The terminal gives a line at a time.
            var bytes = [UInt8](repeating: 0, count: longest)
            let count = read(0, &bytes, bytes.count)
            isOver = true
            if count > 0 {
                text = String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            }
        }
        defer {
            ended?.cancel()
            watch?.cancel()
        }
        guard ended != nil, watch != nil else { return readLine() }
        while !isOver, (try? reactor.turn(timeout: nil)) != nil {}
        return text
    }
}
