// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMotion
import BatonReactor
import Glibc
import SystemPackage

/// Reads the records of a pipe without waiting, until it is closed or at its end.
final class RecordReader {
    private var pipe: UnixFileDescriptor?
    private let take: (StreamRecord) -> Void
    private let ended: () -> Void
    private var watch: Watch?
    /// The part of a record that has come so far; less than one.
    private var rest: [UInt8] = []

    /// Bytes for a read: 100 records.
    private static let chunk = 100 * StreamRecord.size

    /// - Returns: nil if the descriptor is none that can be waited for.
    init?(
        _ pipe: UnixFileDescriptor, reactor: Reactor, take: @escaping (StreamRecord) -> Void,
        ended: @escaping () -> Void
    ) {
        self.pipe = pipe
        self.take = take
        self.ended = ended
        let flags = fcntl(pipe.fileDescriptor.rawValue, F_GETFL)
        guard flags >= 0, fcntl(pipe.fileDescriptor.rawValue, F_SETFL, flags | O_NONBLOCK) >= 0 else { return nil }
        do throws(Errno) {
            watch = try reactor.watch(pipe.fileDescriptor, for: .readable) { [weak self] _ in self?.ready() }
        } catch {
            return nil
        }
    }

    deinit { close() }

    /// Stops reading, and closes the pipe.
    func close() {
        watch?.cancel()
        (watch, pipe) = (nil, nil)
    }

    /// Reads what is there already.
    func drain() {
        while read() == Self.chunk {}
    }

    private func ready() {
        guard read() == nil, pipe != nil else { return }
        close()
        ended()
    }

    /// Reads once.
    ///
    /// - Returns: the number of bytes; nil at the end, and for what is no stream of records.
    private func read() -> Int? {
        guard let file = pipe?.fileDescriptor else { return 0 }
        var isStrange = false
        let count = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 8) { buffer -> Int? in
            do throws(Errno) {
                let count = try FileRead.read(file, into: buffer)
                guard count > 0 else { return nil }
                rest += buffer[..<count]
                return count
            } catch {
                return error == .wouldBlock || error == .interrupted ? 0 : nil
            }
        }
        while rest.count >= StreamRecord.size, pipe != nil {
            let version = rest[0]
            guard StreamRecord.readableVersions.contains(version) else {
                isStrange = true
                break
            }
            let record = rest.withUnsafeBytes { StreamRecord(decoding: $0) }
            rest.removeFirst(StreamRecord.size)
            // A kind of a later version is skipped.
            if let record { take(record) }
        }
        return isStrange ? nil : count
    }
}

/// A read with a typed error.
private enum FileRead {
    static func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        let count = Glibc.read(file.rawValue, buffer.baseAddress, buffer.count)
        guard count >= 0 else { throw Errno(rawValue: errno) }
        return count
    }
}
