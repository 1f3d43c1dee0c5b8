// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc

@main
enum Batonctl {
    static func main() {
        let arguments = CommandLine.arguments
        if let status = FastPath.run(arguments) { exit(status.rawValue) }
        RootCommand.main(ArgumentOrder.commandFirst(Array(arguments.dropFirst())))
    }
}
