// SPDX-License-Identifier: Apache-2.0

import BatonAgent
import Glibc

@main
enum Batond {
    static func main() {
        exit(BatonDaemon.run(arguments: Array(CommandLine.arguments.dropFirst())))
    }
}
