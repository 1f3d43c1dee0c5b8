// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import BatonTranslation
import Glibc

@main
enum Batonctl {
    @MainActor
    static func main() {
        let arguments = CommandLine.arguments
        Catalogue.open(forAll: true)
        if let status = FastPath.run(arguments) { exit(status.rawValue) }
        if let topic = ManualTopic(arguments) { exit(topic.show().rawValue) }
        if let word = ManualTopic.unknownWord(arguments) {
            Console.complain(
                "There is no command and no topic '\(word)'. The topics are \(ManualTopic.names); 'batonctl --help' has the commands."
            )
            exit(ExitStatus.usage.rawValue)
        }
        if let word = ArgumentOrder.surplus(arguments) {
            Console.complain("'\(word)' is one argument too many: --version has none.")
            exit(ExitStatus.usage.rawValue)
        }
        if let word = ArgumentOrder.absent(arguments) {
            Console.complain("'\(word)' is only in a build for developers ('swift build').")
            exit(ExitStatus.usage.rawValue)
        }
        do {
            var command = try RootCommand.parseAsRoot(ArgumentOrder.commandFirst(Array(arguments.dropFirst())))
            if let command = command as? any MainThreadCommand { try command.runOnMain() } else { try command.run() }
        } catch {
            end(error)
        }
    }

    /// Does what the parser's own `main()` does, but prints through the console: a message may quote the command line.
    private static func end(_ error: any Error) -> Never {
        let status = RootCommand.exitCode(for: error)
        let message = RootCommand.fullMessage(for: error)
        if !message.isEmpty {
            if status.isSuccess { Console.print(block: message) } else { Console.complain(block: message) }
        }
        exit(status.rawValue)
    }
}
