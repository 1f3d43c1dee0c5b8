// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import Glibc

/// The private folder of cached pictures: files of 32 hexadecimal digits, and nothing else of Baton's.
struct ArtFolder {
    let path: String

    /// What the name of a picture ends in that is being written.
    private static let part = ".part"

    /// The path of a picture.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The URL of a picture, for a client of the bus.
    func url(_ name: String) -> String {
        var url = "file://"
        for byte in file(name).utf8 {
            let isPlain =
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "-")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
            url += isPlain ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
        }
        return url
    }

    /// Makes the folder, and those above it; false if it is not the user's own folder.
    func make() -> Bool {
        // A link to a folder of somebody's pictures is not this folder.
        var status = stat()
        guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid(),
            (try? PrivateFolder.make(path)) != nil, lstat(path, &status) == 0
        else { return false }
        return status.st_mode & (S_IFMT | 0o077) == S_IFDIR
    }

    /// Writes a picture; false if that fails. It is not synced: what a crash of the machine takes is made again.
    func write(_ bytes: [UInt8], _ name: String) -> Bool {
        (try? AtomicFile(file(name), suffix: Self.part).write(bytes, isSynced: false)) != nil
    }

    /// Whether a picture is there, as a file of an allowed size.
    func has(_ name: String) -> Bool {
        var status = stat()
        return lstat(file(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
            && status.st_size <= ArtData.mostBytes
    }

    func remove(_ name: String) {
        unlink(file(name))
        unlink(file(name) + Self.part)
    }

    /// Removes all pictures.
    func empty() {
        guard let directory = opendir(path) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let stem = name.hasSuffix(Self.part) ? name.dropLast(Self.part.count) : name[...]
            guard stem.utf8.count == 32, stem.allSatisfy({ "0123456789abcdef".contains($0) }) else { continue }
            unlink(file(name))
        }
    }
}
