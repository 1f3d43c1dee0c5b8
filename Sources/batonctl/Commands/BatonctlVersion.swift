// SPDX-License-Identifier: Apache-2.0

/// The version that `--version` prints.
enum BatonctlVersion {
    static let text = "batonctl 0.1.0"
}
