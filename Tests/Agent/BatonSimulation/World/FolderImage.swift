// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The files of a folder and of the folders in it, as they were at one moment.
///
/// A process that is killed writes nothing more. An agent inside this program cannot be killed: it sees the end of its
/// buses and may save that. What it has saved then is taken back with this.
struct FolderImage {
    private let path: String
    private var files: [String: [UInt8]] = [:]
    private var folders: [FolderImage] = []

    /// Reads the folder. One that does not exist has no files.
    init(_ path: String) {
        self.path = path
        for name in Self.names(in: path) {
            var status = stat()
            let file = "\(path)/\(name)"
            guard lstat(file, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: folders.append(FolderImage(file))
            case S_IFREG: files[name] = Self.bytes(of: file)
            default: continue
            }
        }
    }

    /// Gives the folder its files back, and removes those that came later.
    func restore() {
        for name in Self.names(in: path) where files[name] == nil { unlink("\(path)/\(name)") }
        for (name, bytes) in files where Self.bytes(of: "\(path)/\(name)") != bytes {
            guard let file = fopen("\(path)/\(name)", "we") else { continue }
            fwrite(bytes, 1, bytes.count, file)
            fclose(file)
        }
        for folder in folders { folder.restore() }
    }

    private static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func bytes(of path: String) -> [UInt8] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        var count = 0
        while count < 1 << 20 {
            let read = fread(&bytes[count], 1, bytes.count - count, file)
            guard read > 0 else { break }
            count += read
            if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
        }
        return Array(bytes.prefix(count))
    }
}
