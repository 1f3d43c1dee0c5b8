// SPDX-License-Identifier: Apache-2.0

/// Where a held seek button goes.
enum SeekDirection: Sendable {
    case backward
    case forward
}
