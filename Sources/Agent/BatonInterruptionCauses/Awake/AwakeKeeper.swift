// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonMPRIS
import BatonReactor
import BatonRouting
import BatonSession
import BatonSettings
import BatonValues

/// Keeps the screen on while players play that the configuration names (rules AWAKE1 to AWAKE8). It is made when they are named:
/// with `[awake] players = no` nothing is allocated.
@MainActor
final class AwakeKeeper {
    /// How long nothing may play before the screen may go off: some players stop between two tracks (rule AWAKE5).
    static let gap = Duration.seconds(2)
    /// How long a player may be silent until it does not count any more (rule AWAKE4).
    static let longestSilence = Duration.seconds(60)
    /// The most programs whose categories are remembered.
    private static let mostPrograms = 64

    private let parts: ScreenAwake.Parts
    private let inhibitors: ScreenInhibitors
    private let told: () -> Void
    private let files: DesktopCategories
    private var observations: [Observation] = []
    private var players: [String] = []
    private var patterns: [PlayerPattern] = []
    /// The categories of programs, by the names of their desktop files.
    private var categories: [String: Set<String>] = [:]
    /// Since when a player that plays cannot be heard.
    private var silentSince: [BusName: Duration] = [:]
    /// Those that keep the screen on, by their names on the bus.
    private(set) var holders: [BusName] = []
    private var silenceTimer: ReactorTimer?
    private var gapTimer: ReactorTimer?
    private var isReviewDue = false

    /// - Parameter told: called when ``holders`` have changed.
    init(_ parts: ScreenAwake.Parts, told: @escaping () -> Void) {
        self.parts = parts
        self.told = told
        files = DesktopCategories(environment: parts.environment)
        inhibitors = ScreenInhibitors(bus: parts.bus, connection: parts.connection, logger: parts.logger)
        observations = [
            parts.directory.observe { [weak self] in self?.playerChanged($0) },
            parts.audio.observe { [weak self] in self?.reviewSoon() },
            parts.session.observe { [weak self] change in
                guard case .state = change else { return }
                self?.inhibitors.loginChanged()
                self?.reviewSoon()
            },
        ]
        parts.audio.isAsked = true
        parts.session.open()
    }

    /// The names of what keeps the screen on for Baton.
    var ways: [String] { inhibitors.held }

    func apply(_ settings: Configuration.Awake) {
        players = settings.players
        patterns = players.compactMap { ["no", "video", "all"].contains($0) ? nil : PlayerPattern($0) }
        reviewSoon()
    }

    func close() {
        observations = []
        silenceTimer?.cancel()
        gapTimer?.cancel()
        parts.audio.isAsked = false
        inhibitors.close()
        hold([])
    }

    // MARK: Players

    private func playerChanged(_ change: PlayerDirectory.Change) {
        switch change {
        case .properties(_, let properties):
            let matters: [PlayerProperty] = [.playbackStatus, .metadata, .volume, .desktopEntry, .canControl]
            if matters.contains(where: properties.contains) { reviewSoon() }
        case .standing, .left: reviewSoon()
        case .signal, .confinement: break
        }
    }

    /// Looks at the players at the end of the turn, when all parts know what has changed.
    private func reviewSoon() {
        guard !isReviewDue else { return }
        isReviewDue = true
        parts.connection.reactor.deferUntilEndOfTurn { [weak self] in self?.review() }
    }

    private func review() {
        isReviewDue = false
        // It may have been closed meanwhile.
        guard !observations.isEmpty else { return }
        let now = parts.connection.reactor.now
        var silent: [BusName: Duration] = [:]
        var present: [BusName] = []
        if isInFront {
            for responder in parts.directory.players where mayKeep(responder) {
                lazy var isVideo = self.isVideo(responder)
                guard isChosen(responder) || players.contains("video") && isVideo else { continue }
                let name = responder.player.name
                if isSilent(responder, isVideo: isVideo) { silent[name] = silentSince[name] ?? now }
                if silent[name].map({ now - $0 < Self.longestSilence }) ?? true { present.append(name) }
            }
        }
        silentSince = silent
        silenceTimer?.cancel()
        silenceTimer = silent.values.map { $0 + Self.longestSilence }.filter { $0 > now }.min().map { end in
            parts.connection.reactor.schedule(at: end, tolerance: .seconds(1)) { [weak self] in self?.review() }
        }
        keep(present.sorted { $0.rawValue < $1.rawValue })
    }

    /// Whether somebody can see the screen of this session (rule AWAKE3).
    private var isInFront: Bool { parts.session.isActive != false && !parts.session.isLocked }

    /// Whether it plays on this machine.
    private func mayKeep(_ responder: PlayerResponder) -> Bool {
        guard responder.player.status == .playing, !responder.player.isAlias, !responder.isOnAnotherDevice else {
            return false
        }
        let standing = parts.directory.standing(of: responder)
        return !standing.isHeadset && !standing.isPhone
    }

    /// Whether the configuration names it, or every player.
    private func isChosen(_ responder: PlayerResponder) -> Bool {
        players.contains("all") || patterns.contains { $0.matches(responder.player.name.rawValue) }
    }

    private func isVideo(_ responder: PlayerResponder) -> Bool {
        let program = responder.player.value(of: .desktopEntry)?.asString ?? ""
        return VideoEvidence(
            roles: { [audio = parts.audio] in audio.roles(of: responder) }, metadata: responder.player.metadata,
            categories: categories(of: program)
        ).isVideo
    }

    /// The categories of a program; empty if its desktop file is not found.
    private func categories(of program: String) -> Set<String> {
        let isName =
            !program.isEmpty && program.utf8.count <= 255 && program.utf8.first != UInt8(ascii: ".")
            && !program.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
        guard isName else { return [] }
        if let known = categories[program] { return known }
        if categories.count >= Self.mostPrograms { categories = [:] }
        let found = files.of([program])
        categories[program] = found
        return found
    }

    /// Whether it cannot be heard. What is not known as a video and has no sound is over, or hangs.
    private func isSilent(_ responder: PlayerResponder, isVideo: @autoclosure () -> Bool) -> Bool {
        switch parts.audio.sound(of: responder) {
        case .silent: true
        case .heard: false
        case .absent where !isVideo(): true
        case .absent, .unknown: responder.player.value(of: .volume)?.asDouble == 0
        }
    }

    // MARK: The screen

    private func keep(_ present: [BusName]) {
        guard present.isEmpty, isInFront else {
            gapTimer?.cancel()
            gapTimer = nil
            return hold(present)
        }
        guard !holders.isEmpty, gapTimer == nil else { return }
        gapTimer = parts.connection.reactor.schedule(after: Self.gap, tolerance: .milliseconds(500)) { [weak self] in
            self?.gapTimer = nil
            self?.hold([])
        }
    }

    private func hold(_ present: [BusName]) {
        inhibitors.want(!present.isEmpty)
        guard present != holders else { return }
        holders = present
        told()
    }
}
