// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonInterruptions
import BatonReactor
import Glibc
import SystemPackage

/// Lowers the streams that batond names, and gives each its volume back (rules VOL6 to VOL9, and VOL11). What it has lowered is on the disk before
/// it is lowered.
final class LoweredKeeper {
    /// How long after the server has told its streams batond may say which are to be lowered. What was lowered by a process before
    /// this one is given back then.
    private static let waiting = Duration.milliseconds(500)
    /// How long giving back may take at the end of the program.
    private static let ending = Duration.milliseconds(800)

    /// How old the answer may be after which a volume is set.
    private static let fresh = Duration.milliseconds(20)

    private let reactor: Reactor
    /// The file; nil without a place for it: then nothing is lowered.
    private let path: String?
    private let report: (_ isPresent: Bool, _ isOwed: Bool) -> Void
    private var volumes = LoweredVolumes()
    private weak var server: PulseServer?
    private var number: UInt32 = 0
    private var isLoaded = false
    private var isListed = false
    /// How many answers are missing before a step.
    private var missing = 0
    private var told: (isPresent: Bool, isOwed: Bool)?
    private var timer: ReactorTimer?
    private var waitTimer: ReactorTimer?
    private var endTimer: ReactorTimer?
    private var ended: (() -> Void)?

    /// - Parameter report: called when it has changed whether streams are lowered, or are to get their volume when they begin again.
    init(_ reactor: Reactor, path: String?, report: @escaping (_ isPresent: Bool, _ isOwed: Bool) -> Void) {
        self.reactor = reactor
        self.path = path
        self.report = report
    }

    // MARK: The server

    /// A server answers. Its number is asked for before its streams are.
    func use(_ server: PulseServer) {
        self.server = server
        server.readNumber { [weak self] number in self?.begin(number ?? 0) }
    }

    private func begin(_ number: UInt32) {
        self.number = number
        guard !isLoaded else { return }
        isLoaded = true
        guard let path, let bytes = try? SmallFile.read(path, most: LoweredFile.mostBytes, followsLinks: false),
            let file = LoweredFile(text: String(decoding: bytes, as: UTF8.self))
        else { return }
        volumes.load(file.entries, isSameServer: file.server == number)
    }

    /// The server is gone.
    func disconnected() {
        server = nil
        isListed = false
        missing = 0
        waitTimer?.cancel()
        volumes.disconnected(at: reactor.now)
        run()
        finish()
    }

    /// The server has told its streams.
    func tell(_ streams: [(AudioStream, StreamVolume)]) {
        for (stream, volume) in streams where volume.isWritable {
            volumes.tell(stream, volume.channels, at: reactor.now)
        }
        run()
    }

    func gone(_ stream: UInt32) {
        volumes.gone(stream, at: reactor.now)
        run()
    }

    /// All that was there when the server answered has been told.
    func listed() {
        isListed = true
        volumes.listed(at: reactor.now)
        run()
        waitTimer?.cancel()
        waitTimer = reactor.schedule(after: Self.waiting) { [weak self] in self?.lower([], toPercent: 100, fade: .zero)
        }
    }

    // MARK: What is wanted

    /// - Parameter fade: how long a change takes.
    func lower(_ streams: [UInt32], toPercent percent: UInt8, fade: Duration) {
        waitTimer?.cancel()
        guard ended == nil else { return }
        volumes.want(Set(streams), percent: percent, fade: fade, at: reactor.now)
        run()
    }

    /// Gives all back, and calls `then` when that is done, or after a while.
    func end(then: @escaping () -> Void) {
        guard ended == nil else { return }
        ended = then
        waitTimer?.cancel()
        volumes.want([], percent: 100, at: reactor.now)
        run()
        endTimer = reactor.schedule(after: Self.ending) { [weak self] in self?.finish(isLate: true) }
        finish()
    }

    private func finish(isLate: Bool = false) {
        guard let ended, isLate || !volumes.hasLowered || server == nil else { return }
        self.ended = nil
        for timer in [timer, endTimer] { timer?.cancel() }
        ended()
    }

    // MARK: Effects

    private func run() {
        let effects = volumes.takeEffects()
        let isSaved = !effects.contains(.save) || save()
        for case .set(let stream, let steps) in effects {
            // What is not on the disk is not lowered; what was lowered is given back all the same.
            if !isSaved, volumes.unsaved(stream) { continue }
            set(stream, steps)
        }
        // What was lowered by a part has to go back all the same.
        if !isSaved { for case .set(let stream, let steps) in volumes.takeEffects() { set(stream, steps) } }
        tellState()
        arm()
        if ended != nil { finish() }
    }

    private func set(_ stream: UInt32, _ steps: ChannelVolumes) {
        server?.setVolume(of: stream, to: steps) { [weak self] isDone in
            guard let self, !isDone, volumes.refused(stream) else { return }
            run()
        }
    }

    private func tellState() {
        let state = (isPresent: volumes.hasLowered, isOwed: volumes.owes)
        if let told, told == state { return }
        guard isListed else { return }
        told = state
        report(state.isPresent, state.isOwed)
    }

    private func arm() {
        // Without its answer the server is not told to do more.
        let deadline = missing == 0 ? volumes.nextDeadline : nil
        guard timer?.isScheduled != true || timer?.deadline != deadline else { return }
        timer?.cancel()
        timer = deadline.map { deadline in
            reactor.schedule(at: deadline, tolerance: .milliseconds(20)) { [weak self] in
                guard let self else { return }
                step(volumes.due(at: reactor.now))
            }
        }
    }

    /// Asks which volumes streams have, and sets their next ones then (rule VOL11).
    ///
    /// - Parameter isSecond: whether that was asked before, and the answer was too old.
    private func step(_ streams: [UInt32], isSecond: Bool = false) {
        guard let server, !streams.isEmpty else {
            volumes.advance(to: reactor.now)
            return run()
        }
        let asked = reactor.now
        missing = streams.count
        for stream in streams {
            server.readVolume(of: stream) { [weak self] volume in
                guard let self else { return }
                if let volume { volumes.tell(stream, volume.channels, at: reactor.now) }
                missing -= 1
                guard missing == 0 else { return }
                // The user may have changed something since the server has answered.
                let isOld = reactor.now - asked > Self.fresh && !isSecond
                step(isOld ? volumes.due(at: reactor.now) : [], isSecond: true)
            }
        }
    }

    private func save() -> Bool {
        guard let path else { return false }
        let entries = volumes.entries
        guard !entries.isEmpty else {
            unlink(path)
            return true
        }
        do throws(Errno) {
            if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
                try PrivateFolder.make(String(path[..<slash]))
            }
            try AtomicFile(path).write(Array(LoweredFile(server: number, entries: entries).text.utf8))
            return true
        } catch {
            return false
        }
    }
}
