// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// A pipe that is closed with its last reference.
final class Pipe {
    let reading: FileDescriptor
    let writing: FileDescriptor

    init() throws {
        (reading, writing) = try FileDescriptor.pipe()
    }

    func write(_ text: String = "x") throws {
        try writing.writeAll(text.utf8)
    }

    @discardableResult
    func drain() throws -> Int {
        try withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { try reading.read(into: $0) }
    }

    deinit {
        try? reading.close()
        try? writing.close()
    }
}
