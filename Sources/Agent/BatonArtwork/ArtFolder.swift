// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The private folder of cached pictures: files of 32 hexadecimal digits, and nothing else of Baton's.
struct ArtFolder {
    let path: String

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
        var missing: [String] = []
        var folder = path[...]
        while mkdir(String(folder), 0o700) != 0 {
            if errno == EEXIST { break }
            guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
                return false
            }
            missing.append(String(folder))
            folder = folder[..<slash]
        }
        for folder in missing.reversed() { mkdir(folder, 0o700) }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            return false
        }
        return status.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0
    }

    /// Writes a picture; false if that fails.
    func write(_ bytes: [UInt8], _ name: String) -> Bool {
        let part = file(name) + ".part"
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard close(descriptor) == 0, count == bytes.count, rename(part, file(name)) == 0 else {
            unlink(part)
            return false
        }
        return true
    }

    /// Whether a picture is there, as a file of an allowed size.
    func has(_ name: String) -> Bool {
        var status = stat()
        return lstat(file(name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
            && status.st_size <= ArtData.mostBytes
    }

    func remove(_ name: String) {
        unlink(file(name))
        unlink(file(name) + ".part")
    }

    /// Removes all pictures.
    func empty() {
        guard let directory = opendir(path) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let stem = name.hasSuffix(".part") ? name.dropLast(5) : name[...]
            guard stem.utf8.count == 32, stem.allSatisfy({ "0123456789abcdef".contains($0) }) else { continue }
            unlink(file(name))
        }
    }
}
