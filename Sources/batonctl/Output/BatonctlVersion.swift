// SPDX-License-Identifier: Apache-2.0

/// The version that `--version` prints.
enum BatonctlVersion {
    static let text = "batonctl \(number)"
    static let number = "0.1.0"
}
