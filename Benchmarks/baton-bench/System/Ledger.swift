// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Arrival times in shared memory, which the player writes and the benchmark reads.
///
/// Word 0 is the count, word n the n-th arrival in nanoseconds. An arrival costs the player two stores, the same for
/// every target.
final class Ledger {
    static let capacity = 1 << 20
    private let words: UnsafeMutablePointer<UInt64>

    /// Maps the file, and creates it if it does not exist.
    init(path: String) throws(BenchError) {
        let size = (Self.capacity + 1) * MemoryLayout<UInt64>.stride
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be opened: errno \(errno)") }
        defer { close(descriptor) }
        guard ftruncate(descriptor, size) == 0,
            let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
        else { throw BenchError("\(path) cannot be mapped: errno \(errno)") }
        words = memory.bindMemory(to: UInt64.self, capacity: Self.capacity + 1)
    }

    deinit {
        munmap(words, (Self.capacity + 1) * MemoryLayout<UInt64>.stride)
    }

    var count: Int { Int(words[0]) }

    /// The arrival at an index below ``count``, in nanoseconds.
    subscript(index: Int) -> UInt64 { words[index % Self.capacity + 1] }

    func append(_ instant: UInt64) {
        words[Int(words[0]) % Self.capacity + 1] = instant
        words[0] += 1
    }
}
