// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonTranslation
import Glibc

@main
enum Batonctl {
    @MainActor
    static func main() {
        Console.occupyDescriptors()
        let arguments = CommandLine.arguments
        Catalogue.open(forAll: true)
        if let status = FastPath.run(arguments) { exit(status.rawValue) }
        if let topic = ManualTopic(arguments) { exit(topic.show().rawValue) }
        if let word = ManualTopic.unknownWord(arguments) {
            let known = RootCommand.names + ManualTopic.words
            guard !known.contains(word) else {
                refuse(translated("'help' explains one command: batonctl help \(word)"))
            }
            refuse(translated("There is no command and no topic '\(word)'."), word, known)
        }
        if let word = RootCommand.unknownCommand(arguments) {
            if let option = ArgumentOrder.unknownOption(arguments) {
                refuse(translated("There is no option '\(option)'."), option, ArgumentOrder.names)
            }
            refuse(translated("There is no command '\(word)'."), word, RootCommand.names)
        }
        if let example = ArgumentOrder.exampleOfCommand(arguments) {
            refuse(translated("Which command? For example: '\(example)'."))
        }
        if let word = ArgumentOrder.wrongGestures(arguments) {
            let near = NearMiss.question(word, among: ["media"])
            refuse(translated("'--gestures' takes 'media' or nothing, not '\(word)'.") + near)
        }
        if let word = ArgumentOrder.surplus(arguments) {
            refuse(translated("'\(word)' is one argument too many: --version takes none."))
        }
        if let word = ArgumentOrder.absent(arguments) {
            refuse("'\(word)' is only in a build for developers ('swift build').")
        }
        do {
            var command = try RootCommand.parseAsRoot(ArgumentOrder.commandFirst(Array(arguments.dropFirst())))
            if let command = command as? any MainThreadCommand { try command.runOnMain() } else { try command.run() }
        } catch {
            end(error)
        }
    }

    /// Refuses a word that is not known, with what may have been meant.
    private static func refuse(_ sentence: String, _ word: String, _ candidates: [String]) -> Never {
        let near = NearMiss.ofCommand(word, among: candidates)
        refuse(sentence + (near.isEmpty ? " " + translated("'batonctl --help' lists the commands.") : near))
    }

    private static func refuse(_ sentence: String) -> Never {
        Console.complain(sentence)
        exit(ExitStatus.usage.rawValue)
    }

    /// How wide a help text is: `$COLUMNS`, or the terminal. The parser prints no text where its margin leaves no room.
    static var columns: Int {
        let wanted = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 0
        return max(40, wanted > 0 ? wanted : Terminal.size.columns)
    }

    /// Does what the parser's own `main()` does, but prints through the console: a message may quote the command line.
    private static func end(_ error: any Error) -> Never {
        // The parser makes the text for the status too, and can be told no width there.
        setenv("COLUMNS", "\(columns)", 1)
        let status = RootCommand.exitCode(for: error)
        let message = RootCommand.fullMessage(for: error)
        if !message.isEmpty {
            if status.isSuccess { Console.print(block: message) } else { Console.complain(block: message) }
        }
        exit(status.rawValue)
    }
}
