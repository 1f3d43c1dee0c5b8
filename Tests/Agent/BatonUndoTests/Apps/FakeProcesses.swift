// SPDX-License-Identifier: Apache-2.0

import BatonTestSupport
import Foundation

/// Invented processes in a directory such as `/proc`.
final class FakeProcesses {
    private let folder = TemporaryFolder()
    private let hasLists: Bool

    /// - Parameter hasLists: whether the kernel has lists of children.
    init(hasLists: Bool = true) { self.hasLists = hasLists }

    /// The directory in place of `/proc`.
    var path: String { folder.path }

    /// Adds a process.
    func add(
        _ process: Int, of parent: Int = 1, running program: String = "/opt/x/.Thing-wrapped (deleted)",
        opens links: [String] = ["/dev/null"], children: [Int] = []
    ) throws {
        let manager = FileManager.default
        folder.write("\(process) (a) b) S \(parent) 1 1", to: "\(process)/stat")
        let path = "\(folder.path)/\(process)"
        try manager.createDirectory(atPath: "\(path)/fd", withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: "\(path)/exe", withDestinationPath: program)
        for (number, link) in links.enumerated() {
            try manager.createSymbolicLink(atPath: "\(path)/fd/\(number)", withDestinationPath: link)
        }
        setChildren(children, of: process)
    }

    /// Writes the kernel's list of sockets.
    func setSockets(_ text: String, of process: Int) { folder.write(text, to: "\(process)/net/unix") }

    /// Changes the list of a process' children.
    func setChildren(_ children: [Int], of process: Int) {
        guard hasLists else { return }
        folder.write(children.map { "\($0) " }.joined(), to: "\(process)/task/\(process)/children")
    }
}
