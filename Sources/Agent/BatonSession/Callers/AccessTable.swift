// SPDX-License-Identifier: Apache-2.0

package import BatonAPI
package import BatonDBus

/// The table of access rights: which callers may use which member of the objects that the agent exports.
///
/// SECURITY.md shows the table. A test goes through the exported objects and fails if a member has no row.
package enum AccessTable {
    /// The objects that the agent exports.
    package enum Object: String, CaseIterable, Sendable {
        /// Baton's MPRIS player, at /org/mpris/MediaPlayer2 of the session bus.
        case face
        /// /org/baton/Baton1 of the session bus.
        case application
        /// The settings daemon for old players, at /org/gnome/SettingsDaemon/MediaKeys of the session bus.
        case mediaKeys = "media keys"
        /// The player that is registered with an adapter of BlueZ, below /org/baton/Baton1/Bluetooth of the system bus.
        case bluetooth
        /// The object to which a script in KWin reports the focus, below /org/baton/Baton1/Focus of the session bus. It
        /// is exported only while the report is expected.
        case focus
    }

    /// One row: members of one interface with the same rights.
    package struct Row: Sendable {
        package let object: Object
        package let interface: InterfaceName
        package let callers: Callers
        package let calls: [MemberName]
        let reads: [MemberName]
        let writes: [MemberName]

        package init(
            _ object: Object, _ interface: InterfaceName, _ callers: Callers, calls: [MemberName] = [],
            reads: [MemberName] = [],
            writes: [MemberName] = []
        ) {
            self.object = object
            self.interface = interface
            self.callers = callers
            self.calls = calls
            self.reads = reads
            self.writes = writes
        }

        /// The members of the row.
        package var members: [ObjectMember] {
            calls.map { .call(interface, $0) } + reads.map { .read(interface, $0) }
                + writes.map { .write(interface, $0) }
        }
    }

    /// The callers that may use the members of an object. It is made for the export of the object, and not kept.
    package static func callers(on object: Object) -> [ObjectMember: Callers] {
        var result: [ObjectMember: Callers] = [:]
        for row in rows(of: object) {
            for member in row.members { result[member] = row.callers }
        }
        return result
    }

    package static var rows: [Row] { Object.allCases.flatMap(rows(of:)) }

    private static func rows(of object: Object) -> [Row] {
        switch object {
        case .face: faces
        case .application: application
        case .mediaKeys, .bluetooth, .focus: others.filter { $0.object == object }
        }
    }

    private static var player: InterfaceName { "org.mpris.MediaPlayer2.Player" }
    private static var root: InterfaceName { "org.mpris.MediaPlayer2" }

    /// Baton's MPRIS player. It passes calls on to the user's players, which open files and quit for every caller.
    private static var faces: [Row] {
        [
            Row(
                .face, player, .anyone,
                calls: ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play", "Seek"]),
            Row(.face, player, .unconfined, calls: ["SetPosition", "OpenUri"]),
            Row(
                .face, player, .anyone,
                reads: [
                    "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "Position",
                    "MinimumRate",
                    "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek",
                    "CanControl",
                ]),
            Row(.face, player, .unconfined, writes: ["LoopStatus", "Rate", "Shuffle", "Volume"]),
            Row(.face, root, .unconfined, calls: ["Raise", "Quit"], writes: ["Fullscreen"]),
            Row(
                .face, root, .anyone,
                reads: [
                    "CanQuit", "Fullscreen", "CanSetFullscreen", "CanRaise", "HasTrackList", "Identity",
                    "DesktopEntry",
                    "SupportedUriSchemes", "SupportedMimeTypes",
                ]),
            Row(
                .face, "org.mpris.MediaPlayer2.TrackList", .anyone, calls: ["GetTracksMetadata"],
                reads: ["Tracks", "CanEditTracks"]),
            Row(
                .face, "org.mpris.MediaPlayer2.TrackList", .unconfined,
                calls: ["AddTrack", "RemoveTrack", "GoTo"]),
            Row(
                .face, "org.mpris.MediaPlayer2.Playlists", .anyone, calls: ["GetPlaylists"],
                reads: ["PlaylistCount", "Orderings", "ActivePlaylist"]),
            Row(.face, "org.mpris.MediaPlayer2.Playlists", .unconfined, calls: ["ActivatePlaylist"]),
            Row(
                .face, BatonBus.playerctld, .unconfined, calls: ["Shift", "Unshift"], reads: ["PlayerNames"]
            ),
        ]
    }

    /// The rows of Baton's own interfaces, from their declarations.
    private static var application: [Row] {
        let interfaces: [any InterfaceDeclaration.Type] = [
            ApplicationInterface.self, MotionInterface.self, InterruptionsInterface.self,
        ]
        return interfaces.flatMap { rows(of: $0.name, $0.members) }
    }

    private static func rows(of interface: InterfaceName, _ members: [MemberDescription]) -> [Row] {
        Callers.allCases.compactMap { callers in
            var (calls, reads, writes): ([MemberName], [MemberName], [MemberName]) = ([], [], [])
            for member in members {
                switch member.kind {
                case .method: if member.callers == callers { calls.append(member.name) }
                case .property(_, _, let writers):
                    if member.callers == callers { reads.append(member.name) }
                    if writers == callers { writes.append(member.name) }
                case .signal: break
                }
            }
            guard !(calls.isEmpty && reads.isEmpty && writes.isEmpty) else { return nil }
            return Row(.application, interface, callers, calls: calls, reads: reads, writes: writes)
        }
    }

    private static var others: [Row] {
        [
            Row(
                .mediaKeys, "org.gnome.SettingsDaemon.MediaKeys", .unconfined,
                calls: ["GrabMediaPlayerKeys", "ReleaseMediaPlayerKeys"]),
            Row(
                .bluetooth, player, .peer,
                calls: ["Play", "Pause", "Stop", "Next", "Previous", "PlayPause", "Release"],
                reads: ["Shuffle", "LoopStatus"], writes: ["Shuffle", "LoopStatus"]),
            Row(.focus, BatonBus.focus, .peer, calls: ["Report"]),
        ]
    }
}
