// SPDX-License-Identifier: Apache-2.0

import BatonTranslation
import Glibc
import SystemPackage

/// A file of Baton's in a folder of the user.
struct AddedFile: RecordedChange {
    let path: String
    let text: String

    var fields: [String] { ["file", path, text] }

    var difference: String {
        get throws(SetupError) { UserFile.exists(path) ? "" : UnifiedDifference.text(path, nil, text) }
    }

    var isPresent: Bool { UserFile.exists(path) }

    func make() throws(SetupError) {
        guard !UserFile.exists(path) else { return }
        try UserFile(path).write(text)
    }

    func takeBack() throws(SetupError) -> String? {
        UserFile(path).removeLeftover()
        guard UserFile.exists(path) else { return nil }
        guard try UserFile(path).text == text else { return translated("\(path): you have changed it; it is kept.") }
        guard unlink(path) == 0 else {
            throw SetupError(translated("\(path) cannot be removed: \(Errno(rawValue: errno))."))
        }
        return nil
    }
}

/// A folder that Baton makes for a file; removed when nothing is in it.
struct AddedFolder: RecordedChange {
    let path: String

    var fields: [String] { ["folder", path] }
    var difference: String { "" }
    var isPresent: Bool { UserFile.exists(path) }

    func make() throws(SetupError) {
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
            throw SetupError(translated("\(path) cannot be made: \(Errno(rawValue: errno))."))
        }
    }

    func takeBack() -> String? {
        rmdir(path)
        return nil
    }
}
