// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonInterruptions
import BatonReactor
import Glibc
import SystemPackage

/// Lowers the streams that batond names, and gives each its volume back (rules VOL6 to VOL9). What it has lowered is on the disk before
/// it is lowered.
final class LoweredKeeper {
    /// How long after the server has told its streams batond may say which are to be lowered. What was lowered by a process before
    /// this one is given back then.
    private static let waiting = Duration.milliseconds(500)
    /// How long giving back may take at the end of the program.
    private static let ending = Duration.milliseconds(800)

    private let reactor: Reactor
    /// The file; nil without a place for it: then nothing is lowered.
    private let path: String?
    private let report: (_ isPresent: Bool, _ isOwed: Bool) -> Void
    private var volumes = LoweredVolumes()
    private weak var server: PulseServer?
    private var number: UInt32 = 0
    private var isLoaded = false
    private var isListed = false
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
        waitTimer = reactor.schedule(after: Self.waiting) { [weak self] in self?.lower([], toPercent: 100) }
    }

    // MARK: What is wanted

    func lower(_ streams: [UInt32], toPercent percent: UInt8) {
        waitTimer?.cancel()
        guard ended == nil else { return }
        volumes.want(Set(streams), percent: percent, at: reactor.now)
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
            if !isSaved, volumes.refused(stream) { continue }
            server?.setVolume(of: stream, to: steps) { [weak self] isDone in
                guard let self, !isDone, volumes.refused(stream) else { return }
                run()
            }
        }
        if !isSaved { _ = volumes.takeEffects() }
        tellState()
        arm()
        if ended != nil { finish() }
    }

    private func tellState() {
        let state = (isPresent: volumes.hasLowered, isOwed: volumes.owes)
        if let told, told == state { return }
        guard isListed else { return }
        told = state
        report(state.isPresent, state.isOwed)
    }

    private func arm() {
        let deadline = volumes.nextDeadline
        guard timer?.isScheduled != true || timer?.deadline != deadline else { return }
        timer?.cancel()
        timer = deadline.map { deadline in
            reactor.schedule(at: deadline, tolerance: .milliseconds(20)) { [weak self] in
                guard let self else { return }
                volumes.advance(to: reactor.now)
                run()
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
