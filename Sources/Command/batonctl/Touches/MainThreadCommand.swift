// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A command that works with types of the main actor.
///
/// The parser's `run()` belongs to no actor. To enter the main actor from there needs a check at run time, which links the
/// concurrency runtime and libdispatch.
protocol MainThreadCommand: ParsableCommand {
    /// Runs the command, in place of `run()`.
    @MainActor
    func runOnMain() throws
}
