// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BatonAPI

/// The choices for the last edit, on the command line.
extension UndoOperation: ExpressibleByArgument {}
