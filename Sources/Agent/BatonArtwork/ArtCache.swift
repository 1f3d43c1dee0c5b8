// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
package import BatonReactor
package import BatonRouting
import BatonSession
package import BatonSettings
package import BatonValues
import Glibc
import SystemPackage

/// Says which URL of a player's picture its clients are shown, and keeps pictures as files for those that open files only
/// (rules MPRIS47 to MPRIS50).
///
/// Pictures of `https:` and `data:` URLs become files only if the user wants it. Files that a player in a sandbox names are
/// always looked for by the player's own rights. batond has no network, and it waits for no file system: a program of its own
/// fetches or looks, one picture at a time. Pictures of an earlier run are removed at the start.
///
/// | state of a URL | event | what is done | next state |
/// |---|---|---|---|
/// | unknown | a client reads it, `data:` | it is decoded and written | cached, refused |
/// | unknown | a client reads it, `https:`, or a file of a sandbox | it waits for its turn; a later one takes its place | waiting |
/// | waiting | no other is fetched, and for `https:` a second after the last start | the program is started | fetched |
/// | fetched | the program ends, or its time is over and it is killed | the clients are told of a picture | cached, same, refused |
/// | refused | a client reads it later: ten minutes, ten seconds for a file | | as unknown |
/// | cached, same, refused | 32 others were used since | the file is removed | unknown |
@MainActor
package final class ArtCache: AgentPart {
    /// The most pictures that are kept.
    static let mostPictures = 32

    /// What is known of a picture.
    private enum State {
        /// It is a file of the folder.
        case cached
        /// The player's own URL may be shown.
        case same
        /// No picture could be had. It is asked for again at this time.
        case refused(until: Duration)
    }

    /// Told when a picture can be handed out that could not before.
    private var observers = Observers<Void>()

    private let folder: ArtFolder?
    private let programs: ArtPrograms
    private let environment: [String: String]
    private let reactor: Reactor
    private var isOn = false
    private var isMade = false
    /// The pictures by their use, the last used one last.
    private var pictures: [(name: String, state: State)] = []
    private var wanted: ArtTask?
    private var fetch: (task: ArtTask, process: Subprocess)?
    private var lastStart: Duration?
    private var timer: ReactorTimer?

    /// - Parameters:
    ///   - directory: `$XDG_CACHE_HOME/baton`; with nil nothing is cached.
    ///   - programs: the programs that fetch and look.
    ///   - environment: batond's own.
    package init(directory: String?, programs: ArtPrograms, environment: [String: String], reactor: Reactor) {
        folder = directory.map { ArtFolder(path: "\($0)/art") }
        self.programs = programs
        self.environment = environment
        self.reactor = reactor
    }

    package func apply(_ configuration: Configuration) {
        guard configuration.mpris.artCache != isOn else { return }
        forget()
        isOn = configuration.mpris.artCache
    }

    package func close() { forget() }

    /// The URL that clients are shown: the player's own, that of a file of the cache, or nil for no picture, or none yet.
    ///
    /// - Parameter url: what the player names; of any length.
    package func shown(_ url: String, of player: PlayerConfinement) -> String? {
        switch (ArtURL(url), player) {
        case (.data, _): isOn ? data(url) ?? url : url
        case (.https, _): isOn ? picture(programs.fetching(url, environment), own: url) ?? url : url
        case (_, .free), (.http, _): url
        case (.file(let path), .sandboxed(let process)):
            picture(programs.looking(process, path, copies: isOn), own: url)
        case (.file, .unknown), (.other, _): nil
        }
    }

    private func data(_ url: String) -> String? {
        let name = ArtTask.name(url)
        if let state = use(name) { return shown(name, state, own: url) }
        guard makeFolder(), let folder else { return nil }
        let isWritten = ArtData.picture(url).map { folder.write($0, name) } ?? false
        add(name, isWritten ? .cached : .refused(until: reactor.now + ArtPrograms.patience))
        return isWritten ? folder.url(name) : nil
    }

    private func picture(_ task: ArtTask?, own: String) -> String? {
        guard let task else { return nil }
        if let state = use(task.name) { return shown(task.name, state, own: own) }
        if fetch?.task.name != task.name, !task.copies || makeFolder() {
            wanted = task
            fetchNext()
        }
        return nil
    }

    private func shown(_ name: String, _ state: State, own: String) -> String? {
        switch state {
        case .cached: folder?.url(name)
        case .same: own
        case .refused: nil
        }
    }

    // MARK: Fetching

    private func fetchNext() {
        guard fetch == nil, timer == nil, let task = wanted else { return }
        let due = lastStart.map { $0 + task.gap } ?? reactor.now
        guard due <= reactor.now else {
            timer = reactor.schedule(at: due) { [weak self] in
                self?.timer = nil
                self?.fetchNext()
            }
            return
        }
        wanted = nil
        lastStart = reactor.now
        let file = task.copies ? folder.map { [$0.file(task.name)] } ?? [] : []
        do throws(Errno) {
            let process = try Subprocess(task.command + file, environment: environment, reactor: reactor) {
                [weak self] exit in self?.fetched(task, exit)
            }
            fetch = (task, process)
            timer = reactor.schedule(after: task.deadline, tolerance: .seconds(1)) { [weak self] in
                self?.timer = nil
                self?.fetch?.process.send(.kill)
            }
        } catch {
            add(task.name, .refused(until: reactor.now + task.patience))
        }
    }

    private func fetched(_ task: ArtTask, _ exit: Subprocess.Exit) {
        timer?.cancel()
        timer = nil
        guard fetch?.task.name == task.name else { return }
        fetch = nil
        switch exit {
        case .status(task.statusOfCopy) where task.copies && folder?.has(task.name) == true: add(task.name, .cached)
        case .status(task.statusOfSame): add(task.name, .same)
        default: add(task.name, .refused(until: reactor.now + task.patience))
        }
        if case .refused? = pictures.last?.state {} else { observers.tell(()) }
        fetchNext()
    }

    /// Adds an observer, which is called after those before it.
    package func observe(_ observer: @escaping () -> Void) -> Observation { observers.observe(observer) }

    // MARK: What is kept

    /// What is known of a picture, which counts as used now; nil if it is to be had again.
    private func use(_ name: String) -> State? {
        guard let index = pictures.firstIndex(where: { $0.name == name }) else { return nil }
        let picture = pictures.remove(at: index)
        if case .refused(let end) = picture.state, reactor.now >= end { return nil }
        pictures.append(picture)
        return picture.state
    }

    private func add(_ name: String, _ state: State) {
        if case .cached = state {} else if isMade { folder?.remove(name) }
        pictures.append((name, state))
        while pictures.count > Self.mostPictures {
            let name = pictures.removeFirst().name
            if isMade { folder?.remove(name) }
        }
    }

    private func makeFolder() -> Bool {
        guard !isMade, let folder else { return isMade }
        isMade = folder.make()
        if isMade { folder.empty() }
        return isMade
    }

    private func forget() {
        timer?.cancel()
        timer = nil
        wanted = nil
        // Released, it is killed.
        fetch = nil
        pictures = []
        if isMade { folder?.empty() }
        isMade = false
    }
}
