// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import Glibc

/// The command by which a running Hyprland was started, which names its configuration: `Hyprland -c FILE` (rule KEYS25).
///
/// Its socket has no request for the file alone: `systeminfo -c` names it, and runs lspci in the compositor meanwhile.
public enum HyprlandCommand {
    /// The file that the Hyprland of the session was started with.
    ///
    /// - Parameters:
    ///   - processes: the folder of procfs.
    ///   - variable: returns the value of a variable in the session's environment, nil if it is not set.
    /// - Returns: Nil if it reads the usual file. A path that is not absolute is one whose folder cannot be known.
    public static func file(processes: String = "/proc", _ variable: (String) -> String?) -> String? {
        guard let signature = variable("HYPRLAND_INSTANCE_SIGNATURE"), let folder = variable("XDG_RUNTIME_DIR"),
            folder.hasPrefix("/"), !signature.contains(where: { $0 == "/" }), ![".", "..", ""].contains(signature),
            let process = SmallFile.firstLine("\(folder)/hypr/\(signature)/hyprland.lock").flatMap({ Int32($0) }),
            process > 1, let bytes = (try? SmallFile.read("\(processes)/\(process)/cmdline", most: 64 << 10)) ?? nil
        else { return nil }
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        return file(in: words) { AddedLines.realPath("\(processes)/\(process)/cwd") }
    }

    /// The file in the words of a command.
    ///
    /// - Parameter folder: the folder of the process, if it can be known.
    static func file(in words: [String], folder: () -> String?) -> String? {
        // Some distributions wrap it: `.Hyprland-wrapped`. Another process may have got the number of one that was killed.
        guard let name = words.first?.split(separator: "/").last?.lowercased(),
            name.drop(while: { $0 == "." }).hasPrefix("hyprland")
        else { return nil }
        var (file, isNext) = (String?.none, false)
        for word in words.dropFirst() {
            if isNext { file = word }
            isNext = !isNext && ["-c", "--config"].contains(word)
        }
        guard let file, !file.isEmpty, !file.hasPrefix("/") else { return file?.isEmpty == true ? nil : file }
        return folder().map { "\($0)/\(file)" } ?? file
    }
}
