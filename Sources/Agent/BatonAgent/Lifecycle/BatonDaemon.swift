// SPDX-License-Identifier: Apache-2.0

import BatonArtwork
import BatonLog
import BatonReactor
import BatonSettings
import BatonTranslation
import BatonValues
import Glibc
import SystemPackage

/// The program batond.
@MainActor
public enum BatonDaemon {
    /// The scheduler's slice that batond asks for: the shortest that the kernel takes. A turn of the loop takes some 20 µs,
    /// and the user who pressed a key waits for it. With a longer slice a process that batond wakes displaces it more often,
    /// and a command reaches the player a tenth later.
    private static let slice = Duration.microseconds(100)

    /// Runs batond until a signal ends it.
    ///
    /// - Parameter arguments: the command line without the program's name.
    /// - Returns: the exit status: 0 after an orderly end, 64 wrong usage, 69 no address of a bus or another batond on it, 71 a
    ///   failure of the event loop, 78 wrong configuration.
    public static func run(arguments: [String]) -> Int32 {
        let environment = Paths.processEnvironment()
        if let finding = SandboxedPicture.run(arguments, home: environment["HOME"]) { return finding.rawValue }
        let start: CommandLineStart
        do throws(CommandLineExit) {
            start = try CommandLineStart(arguments: arguments, environment: environment)
        } catch {
            // A write error is ignored: if the reader has gone, the text cannot be shown.
            _ = try? FileDescriptor.standardOutput.writeAll(error.output.shown(keepsLines: true).utf8)
            _ = try? FileDescriptor.standardError.writeAll(error.errorOutput.shown(keepsLines: true).utf8)
            return error.status.rawValue
        }
        Catalogue.open(forAll: false)
        // The bus may close the socket while we write to it.
        signal(SIGPIPE, SIG_IGN)
        SchedulerSlice.request(slice)
        let log = Log.standardError(level: start.logLevel, environment: environment)
        do {
            let agent = Agent(start: start, environment: environment, reactor: try Reactor(), log: log)
            try agent.run()
            return agent.exitStatus
        } catch {
            log.logger().error("the event loop failed: \(error)")
            return 71  // EX_OSERR
        }
    }
}
