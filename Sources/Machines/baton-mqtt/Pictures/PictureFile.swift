// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonHousehold
import Glibc

/// A picture that a player names: a file of any place. It is told to others only if it is a picture of a usual format, so that no
/// player has another file of the user's published.
enum PictureFile {
    /// The bytes of a picture; nil if the file is none, or too large.
    static func read(_ path: String) -> [UInt8]? {
        // A pipe without a writer would wait.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0,
            facts.st_size <= Household.largestPicture
        else { return nil }
        let bytes = try? SmallFile.bytes(of: descriptor, most: Household.largestPicture)
        return bytes.flatMap { PictureFormat.isPicture($0) ? $0 : nil }
    }
}
