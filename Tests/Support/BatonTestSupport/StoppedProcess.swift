// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonReactor
import Glibc

/// Stops processes, so that they hang. SIGCONT continues them.
public enum StoppedProcess {
    /// Stops a process, and waits until all its threads have stopped. SIGSTOP takes effect some time after `kill` returns; until
    /// then the process may read and answer.
    ///
    /// - Parameter process: a process of this user. It need not be a child of this one.
    /// - Returns: whether it has stopped; false when it has ended.
    @discardableResult
    public static func stop(_ process: Int32) -> Bool {
        guard process > 0, kill(process, SIGSTOP) == 0 else { return false }
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            let states = states(ofThreadsIn: process)
            if states.allSatisfy({ $0 == "T" }) { return !states.isEmpty }
            if states.allSatisfy({ $0 == "Z" }) { return false }
            sched_yield()
        }
        return false
    }

    /// The states of its threads, as `/proc` has them; none when it has ended.
    private static func states(ofThreadsIn process: Int32) -> [Character] {
        let path = "/proc/\(process)/task"
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var states: [Character] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            // The state follows the program's name, which is in brackets and may contain some.
            guard name.first?.isNumber == true, let line = SmallFile.firstLine("\(path)/\(name)/stat"),
                let state = line[(line.lastIndex(of: ")") ?? line.startIndex)...].dropFirst(2).first
            else { continue }
            states.append(state)
        }
        return states
    }
}
