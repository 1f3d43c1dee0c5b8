// SPDX-License-Identifier: Apache-2.0

/// What one program plays or records, as the sound server says.
package struct AudioStream: Equatable, Sendable {
    /// The server's number, which a later stream may have too. Streams that play and streams that record are counted apart.
    package let index: UInt32
    /// The sink that it plays to, by its number; nil for none, and for a stream that records.
    package var sink: UInt32?
    /// Whether sound goes through it: it is not corked. One that records also has a microphone, and is no level meter and no part
    /// of a filter (rule I28).
    package var isLive: Bool
    /// Whether it records and is muted, or its microphone is (rule I118).
    package var isMuted: Bool
    /// The process, as the program itself says; nil if it does not, or runs in a sandbox with numbers of its own.
    package let process: UInt32?
    /// The name of the application for people; may be empty.
    package let application: String
    /// The name of the program's file; may be empty.
    package let program: String
    /// The identifier of a sandboxed application; may be empty.
    package let sandboxedApp: String
    /// `media.role`; may be empty.
    package let role: String
    /// What a filter and the stream in which it passes sound on have in common; may be empty.
    package let group: String
    /// Whether it plays and is muted or at volume 0 (rule AWAKE4).
    package var isSilent: Bool

    package init(
        index: UInt32, sink: UInt32? = nil, isLive: Bool = true, isMuted: Bool = false, process: UInt32? = nil,
        application: String = "",
        program: String = "", sandboxedApp: String = "", role: String = "", group: String = "", isSilent: Bool = false
    ) {
        self.index = index
        self.sink = sink
        self.isLive = isLive
        self.isMuted = isMuted
        self.process = process
        self.application = application
        self.program = program
        self.sandboxedApp = sandboxedApp
        self.role = role
        self.group = group
        self.isSilent = isSilent
    }

    /// Whether two streams are of one program: of one process, or with the same names, as of a browser that has several processes.
    func isOfProgram(of other: Self) -> Bool {
        if let process, process == other.process { return true }
        let isNamed = !(application.isEmpty && program.isEmpty && sandboxedApp.isEmpty)
        return (isNamed || process == nil && other.process == nil) && application == other.application
            && program == other.program && sandboxedApp == other.sandboxedApp
    }

    /// Whether the program says that it is a call (rule I28).
    var isOfCall: Bool {
        let role = role.lowercased()
        return role == "phone" || role == "communication"
    }
}
