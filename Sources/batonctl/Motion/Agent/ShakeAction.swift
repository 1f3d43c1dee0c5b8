// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// What `batonctl shake` can be told.
enum ShakeAction: String, CaseIterable, ExpressibleByArgument, Sendable {
    case status
    case on
    case off
    case pause
}
