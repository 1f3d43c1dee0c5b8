// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The actions of `batonctl shake`.
enum ShakeAction: String, CaseIterable, ExpressibleByArgument, Sendable {
    case status
    case on
    case off
    case pause
}
