// SPDX-License-Identifier: Apache-2.0

/// What the bus knows about the process that made a connection (D-Bus specification, `GetConnectionCredentials`).
///
/// The process may have ended since, and another one may have its number. Only ``processDescriptor`` identifies the
/// process for certain.
///
/// For example:
/// ```swift
/// connection.credentials(of: "org.mpris.MediaPlayer2.mpv") { result in
///     if let process = try? result.get().processID { print("process \(process)") }
/// }
/// ```
public struct ConnectionCredentials: Sendable {
    /// `ProcessID`
    public let processID: UInt32?
    /// `ProcessFD`: a pidfd of the process. The reference implementation has it from 1.15.8 on.
    public let processDescriptor: UnixFileDescriptor?
    /// `UnixUserID`
    public let userID: UInt32?
    /// `LinuxSecurityLabel` without the NUL at its end, for example an AppArmor profile or an SELinux context.
    public let securityLabel: String?

    /// Reads the dictionary that the bus sends. Fields of an unexpected type are left out.
    init(_ fields: [String: Value]) {
        processID = fields["ProcessID"].flatMap { if case .uint32(let id) = $0 { id } else { nil } }
        processDescriptor = fields["ProcessFD"].flatMap { if case .fileDescriptor(let file) = $0 { file } else { nil } }
        userID = fields["UnixUserID"].flatMap { if case .uint32(let id) = $0 { id } else { nil } }
        securityLabel = fields["LinuxSecurityLabel"].flatMap { value in
            guard case .array(let array) = value, array.element == "y" else { return nil }
            let bytes = array.elements.compactMap { if case .byte(let byte) = $0 { byte } else { nil } }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
