// SPDX-License-Identifier: Apache-2.0

/// A real sandbox: bubblewrap with its own root folder, marked as Flatpak marks its own.
///
/// It has its own root because a mark in the machine's would confine every process.
public struct Sandbox {
    /// The name of the application in the mark.
    public static let application = "org.example.App"

    private let mark: String
    private let binds: [String]

    /// - Parameters:
    ///   - folder: where its mark is kept.
    ///   - binds: bubblewrap's options for more of the file system, such as `["--bind", "/tmp", "/tmp"]`.
    public init(in folder: TemporaryFolder, binds: [String]) {
        mark = folder.write("[Application]\nname=\(Self.application)\n", to: "flatpak-info")
        self.binds = binds
    }

    /// The command line that runs a program in it.
    public func command(_ arguments: [String]) -> [String] {
        let folders = ["usr", "etc", "lib", "lib64", "bin"].flatMap { ["--ro-bind-try", "/\($0)", "/\($0)"] }
        return ["bwrap", "--die-with-parent", "--tmpfs", "/"] + folders
            + ["--dev", "/dev", "--proc", "/proc", "--ro-bind", mark, "/.flatpak-info"] + binds + ["--"] + arguments
    }
}
