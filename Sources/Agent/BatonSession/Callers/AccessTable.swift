// SPDX-License-Identifier: Apache-2.0

import BatonAPI
package import BatonDBus

/// The table of access rights: which callers may use which member of the objects that the agent exports.
///
/// SECURITY.md shows the table. A test goes through the exported objects and fails if a member has no row.
package enum AccessTable {
    /// The callers that may use a member.
    package enum Callers: String, CaseIterable, Sendable {
        /// Every program on the bus, also in a sandbox. For members that act like a button, or that read what a player
        /// shows.
        case anyone
        /// Programs that are not in a sandbox. For members that command other programs of the user, or that tell what
        /// the user does.
        case unconfined
        /// The program that has registered the object that its call names.
        case registered
        /// The one peer for which the object is exported: bluetoothd, KWin.
        case peer
    }

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

    /// The callers that may use a member of an object; nil if it has no row.
    package static func callers(of member: ObjectMember, on object: Object) -> Callers? { callers[object]?[member] }

    private static let callers: [Object: [ObjectMember: Callers]] = {
        var result: [Object: [ObjectMember: Callers]] = [:]
        for row in rows {
            for member in row.members { result[row.object, default: [:]][member] = row.callers }
        }
        return result
    }()

    package static let rows: [Row] = faces + application + others

    private static let player: InterfaceName = "org.mpris.MediaPlayer2.Player"
    private static let root: InterfaceName = "org.mpris.MediaPlayer2"

    /// Baton's MPRIS player. It passes calls on to the user's players, which open files and quit for every caller.
    private static let faces: [Row] = [
        Row(.face, player, .anyone, calls: ["Next", "Previous", "Pause", "PlayPause", "Stop", "Play", "Seek"]),
        Row(.face, player, .unconfined, calls: ["SetPosition", "OpenUri"]),
        Row(
            .face, player, .anyone,
            reads: [
                "PlaybackStatus", "LoopStatus", "Rate", "Shuffle", "Metadata", "Volume", "Position", "MinimumRate",
                "MaximumRate", "CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl",
            ]),
        Row(.face, player, .unconfined, writes: ["LoopStatus", "Rate", "Shuffle", "Volume"]),
        Row(.face, root, .unconfined, calls: ["Raise", "Quit"], writes: ["Fullscreen"]),
        Row(
            .face, root, .anyone,
            reads: [
                "CanQuit", "Fullscreen", "CanSetFullscreen", "CanRaise", "HasTrackList", "Identity", "DesktopEntry",
                "SupportedUriSchemes", "SupportedMimeTypes",
            ]),
        Row(
            .face, "org.mpris.MediaPlayer2.TrackList", .anyone, calls: ["GetTracksMetadata"],
            reads: ["Tracks", "CanEditTracks"]),
        Row(.face, "org.mpris.MediaPlayer2.TrackList", .unconfined, calls: ["AddTrack", "RemoveTrack", "GoTo"]),
        Row(
            .face, "org.mpris.MediaPlayer2.Playlists", .anyone, calls: ["GetPlaylists"],
            reads: ["PlaylistCount", "Orderings", "ActivePlaylist"]),
        Row(.face, "org.mpris.MediaPlayer2.Playlists", .unconfined, calls: ["ActivatePlaylist"]),
        Row(.face, BatonBus.playerctld, .unconfined, calls: ["Shift", "Unshift"], reads: ["PlayerNames"]),
    ]

    private static let application: [Row] = [
        Row(
            .application, BatonBus.application, .anyone, calls: [ApplicationMember.sendRemoteControlEvent],
            reads: [ApplicationMember.version]),
        Row(
            .application, BatonBus.application, .registered,
            calls: [
                ApplicationMember.unregister, ApplicationMember.becomeFirstResponder,
                ApplicationMember.resignFirstResponder,
            ]),
        Row(
            .application, BatonBus.application, .unconfined,
            calls: [
                ApplicationMember.register, ApplicationMember.pin, ApplicationMember.unpin, ApplicationMember.ignore,
                ApplicationMember.unignore, ApplicationMember.refresh, ApplicationMember.monitor,
                ApplicationMember.simulateMotion,
                ApplicationMember.pauseShake, ApplicationMember.calibrateShake, ApplicationMember.undo,
                ApplicationMember.redo, ApplicationMember.requestConsent, ApplicationMember.doctor,
                ApplicationMember.inputs, ApplicationMember.learn, ApplicationMember.tryHeadset,
            ],
            reads: [
                ApplicationMember.policy, ApplicationMember.firstResponder, ApplicationMember.responders,
                ApplicationMember.reasons, ApplicationMember.pinned, ApplicationMember.ignored,
                ApplicationMember.shakeToUndo,
                ApplicationMember.shakePausedUntil, ApplicationMember.sensor, ApplicationMember.sensorDetails,
                ApplicationMember.shakePoint, ApplicationMember.shakePointDetails, ApplicationMember.undoOffered,
            ],
            writes: [ApplicationMember.shakeToUndo]),
        Row(
            .application, BatonBus.motion, .unconfined,
            calls: [MotionMember.openStream, MotionMember.beginOrientation, MotionMember.endOrientation],
            reads: [MotionMember.capabilities, MotionMember.deviceMotion, MotionMember.orientation]),
        Row(
            .application, BatonBus.interruptions, .anyone,
            calls: [InterruptionsMember.begin, InterruptionsMember.end]),
        Row(
            .application, BatonBus.interruptions, .unconfined,
            calls: [
                InterruptionsMember.pauseAll, InterruptionsMember.resume, InterruptionsMember.forget,
                InterruptionsMember.playPauseAll, InterruptionsMember.acted,
                InterruptionsMember.sleep, InterruptionsMember.hooks, InterruptionsMember.testHook,
            ],
            reads: [
                InterruptionsMember.active, InterruptionsMember.sleepUntil, InterruptionsMember.sleepAtEndOfTrack,
            ]),
    ]

    private static let others: [Row] = [
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
