// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonDoctor
import Glibc

/// The program `batond`, for commands that need no running agent.
enum AgentProgram {
    /// Replaces this process by `batond --check`; the exit status is batond's.
    ///
    /// - Throws: `ExitCode` when there is no batond to run.
    static func check(_ arguments: [String]) throws -> Never {
        for path in candidates where access(path, X_OK) == 0 {
            var pointers = ([path, "--check"] + arguments).map { strdup($0) }
            pointers.append(nil)
            execv(path, pointers)
        }
        Console.complain("There is no 'batond' beside batonctl or in PATH.")
        throw ExitCode(ExitStatus.agentUnreachable.rawValue)
    }

    /// The paths to try: beside this program first, then the directories of `$PATH`.
    private static var candidates: [String] { Installation.ownFolders.map { $0 + "/batond" } }
}
