// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonTestSupport
import Glibc
import Testing

@testable import BatonSettings
@testable import BatonState

@Suite("State")
struct StateTests {
    private let folder = TemporaryFolder()

    private var store: StateStore { StateStore(directory: "\(folder.path)/a/b/baton") }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("names are kept without prefix and instance")
    func names() {
        var state = SavedState()
        state.pin = "org.mpris.MediaPlayer2.firefox.instance_1_84"
        state.lastFirstResponder = "vlc.instance4711"
        state.ignore("org.mpris.MediaPlayer2.chromium.instance9")
        state.ignore("chromium")
        #expect(state.pin == "firefox")
        #expect(state.lastFirstResponder == "vlc")
        #expect(state.ignored == ["chromium"])
        #expect(state.ignores("org.mpris.MediaPlayer2.chromium.instance77"))
        state.unignore("chromium.instance1")
        #expect(state.ignored.isEmpty)
    }

    @Test(
        "names that no file could keep are not kept",
        arguments: ["", "a b", "a\nb", "ü", String(repeating: "x", count: 256)])
    func badNames(_ name: String) {
        var state = SavedState()
        state.pin = name
        state.ignore(name)
        state.lastFirstResponder = name
        #expect(state == SavedState())
    }

    @Test("the ignore list is bounded; the oldest are forgotten first, and the longest one still fits its file")
    func bounded() {
        var state = SavedState()
        for index in 0..<300 { state.ignore("\(index)x" + String(repeating: "y", count: 250)) }
        #expect(state.ignored.count == SavedState.mostIgnored)
        #expect(state.ignored.first?.hasPrefix("44x") == true)
        #expect(StateText.write(state).count < StateStore.mostBytes)
        #expect(StateText.read(StateText.write(state)) == state)
    }

    @Test("what was saved is loaded; directories are 0700, the file is 0600 and nothing else is left")
    func roundTrip() throws {
        var state = SavedState()
        state.pin = "spotify"
        state.ignore("chromium")
        state.ignore("firefox")
        state.lastFirstResponder = "mpv"
        #expect(store.load() == (SavedState(), nil))
        try store.save(state)
        #expect(store.load() == (state, nil))
        #expect(mode("\(folder.path)/a") == 0o700)
        #expect(mode("\(folder.path)/a/b/baton") == 0o700)
        #expect(mode("\(folder.path)/a/b/baton/state") == 0o600)
        #expect(access("\(folder.path)/a/b/baton/state.new", F_OK) != 0)
        try store.save(SavedState())
        #expect(store.load() == (SavedState(), nil))
    }

    @Test("SHAKE16: a calibration is saved and loaded; an impossible one in the file is none")
    func shakePoint() throws {
        var state = SavedState()
        state.shakePoint = PersonalShakePoint(text: "medium -0.35171")
        #expect(state.shakePoint?.raise == -0.352)
        #expect(StateText.read(StateText.write(state)) == state)
        state.shakePoint = nil
        #expect(StateText.read(StateText.write(state)) == state)
        let wrong = [
            "medium", "medium ", "medium nan", "medium inf", "medium 5.1", "medium -5.1", "medium -inf", "highest 0",
            "medium 0 0", " medium 0",
            "low 1e400", "low -1e-400x",
        ]
        for text in wrong {
            #expect(StateText.read(Array("baton-state 1\nshake-point \(text)\n".utf8)) == SavedState(), "\(text)")
        }
    }

    @Test("SHAKE17: how far answers have lowered the bar is saved and loaded; an impossible one in the file is none")
    func shakeShift() {
        var state = SavedState()
        state.shakeShift = -36
        #expect(StateText.read(StateText.write(state)) == state)
        for text in ["", "1", "-121", "-9223372036854775809", "-0.5", "nan", "-1 2", " -1"] {
            #expect(StateText.read(Array("baton-state 1\nshake-shift \(text)\n".utf8)) == SavedState(), "\(text)")
        }
    }

    @Test("I56: tallies of presses are saved and loaded; nonsense in the file is none, and 32 headsets are kept")
    func tallies() throws {
        var state = SavedState()
        for number in 0..<40 {
            let address = "00:1B:66:AC:12:\(number / 10)\(number % 10)"
            state.setTally(PressTally.after(nil, neededTwo: true, on: 20_000 + number), of: address)
        }
        #expect(state.pressTallies.count == SavedState.mostTallies)
        #expect(state.pressTallies["00:1B:66:AC:12:07"] == nil, "the ones that were used longest ago are dropped")
        #expect(StateText.read(StateText.write(state)) == state)
        #expect(StateText.write(state).count < StateStore.mostBytes / 2)
        state.setTally(nil, of: "00:1B:66:AC:12:39")
        #expect(state.pressTallies.count == SavedState.mostTallies - 1)
        let wrong = [
            "", "00:1B:66:AC:12:07", "00:1B:66:AC:12:07 1 1", "00:1B:66:AC:12:07 6 1 1", "00:1B:66:AC:12:07 1 8 1",
            "00:1B:66:AC:12:07 1 1 -1", "00:1B:66:AC:12:07 1 1 99999999999999999999", "x 1 1 1", "00:1B:66:AC:12 1 1 1",
            "00:1B:66:AC:12:0é 1 1 1", "00:1B:66:AC:12:07 1 1 1 1", " 1 1 1",
        ]
        for text in wrong {
            #expect(StateText.read(Array("baton-state 1\npresses \(text)\n".utf8)) == SavedState(), "\(text)")
        }
    }

    @Test("a folder that others can read is closed to them")
    func closesFolder() throws {
        folder.write("x", to: "a/b/baton/state.new")
        chmod("\(folder.path)/a/b/baton", 0o755)
        try store.save(SavedState())
        #expect(mode("\(folder.path)/a/b/baton") == 0o700)
        #expect(mode("\(folder.path)/a/b/baton/state") == 0o600)
    }

    @Test("a corrupt file is a sentence and a new beginning, and is replaced by the next save")
    func corrupt() throws {
        let path = folder.write("\u{1}garbage", to: "a/b/baton/state")
        let (state, problem) = store.load()
        #expect(state == SavedState())
        #expect(problem == "\(path) is not a state file of Baton; it is ignored and will be replaced")
        try store.save(SavedState())
        #expect(store.load().problem == nil)
    }

    @Test("a state file of 128 KiB is read, and a larger one is a sentence and a new beginning")
    func size() throws {
        let text = "baton-state 1\npin mpv\nof-a-newer-baton "
        let most = text + String(repeating: "x", count: 128 << 10 - text.utf8.count - 1) + "\n"
        folder.write(most, to: "a/b/baton/state")
        #expect(store.load().state.pin == "mpv" && store.load().problem == nil)
        let path = folder.write("x" + most, to: "a/b/baton/state")
        let (state, problem) = store.load()
        #expect(state == SavedState())
        #expect(problem?.hasPrefix(path) == true && problem?.contains("ignored") == true, "\(problem ?? "nothing")")
    }

    @Test("lines of a newer Baton and damaged lines are passed over")
    func newer() {
        let text = "baton-state 1\npin a\nfuture thing\nlast\nignore \nignore b c\nignore d\nlast e\n"
        let state = StateText.read(Array(text.utf8))
        #expect(state?.pin == "a")
        #expect(state?.ignored == ["d"])
        #expect(state?.lastFirstResponder == "e")
        #expect(StateText.read([]) == nil)
        #expect(StateText.read(Array("baton-state 12\n".utf8)) == nil)
    }

    @Test("a directory in the file's place, and a file in the directory's, are errors with the path and no trap")
    func obstacles() {
        folder.write("", to: "a/b/baton/state/x")
        #expect(store.load().problem?.contains("\(folder.path)/a/b/baton/state is not a regular file") == true)
        #expect(throws: SmallFileError.self) { try store.save(SavedState()) }
        let file = folder.write("", to: "file")
        let error = #expect(throws: SmallFileError.self) { try StateStore(directory: file).save(SavedState()) }
        #expect(error?.message == "\(file) is not a directory; move it away")
        #expect(throws: SmallFileError.self) { try StateStore(directory: "\(file)/x").save(SavedState()) }
    }

    @Test("a symbolic link in the temporary file's place is not followed")
    func link() {
        let victim = folder.write("precious", to: "victim")
        folder.write("", to: "a/b/baton/other")
        symlink(victim, "\(folder.path)/a/b/baton/state.new")
        #expect(throws: SmallFileError.self) { try store.save(SavedState()) }
        #expect((try? SmallFile.read(victim, most: 100)) == Array("precious".utf8))
    }

    @Test("random and damaged files never trap, and what is read of them is bounded", arguments: 0..<8 as Range<UInt64>)
    func garbage(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let valid = Array("baton-state 1\npin spotify\nignore vlc\nshake off\nshake-point low 0.5\nlast mpv\n".utf8)
        for _ in 0..<200 {
            var bytes = valid
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: 14..<bytes.count, using: &random)
                bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
            }
            let state = StateText.read(bytes)
            #expect(state != nil, "seed \(seed): the header is whole")
            #expect(state.flatMap { StateText.read(StateText.write($0)) } == state, "seed \(seed): \(bytes)")
            let count = Int.random(in: 0...600, using: &random)
            bytes = (0..<count).map { _ in .random(in: .min ... .max, using: &random) }
            #expect(StateText.read(bytes) == nil, "seed \(seed): no header")
        }
    }

    @Test("without a directory nothing is kept and nothing is wrong")
    func nowhere() throws {
        let store = StateStore(directory: nil)
        #expect(store.load() == (SavedState(), nil))
        try store.save(SavedState())
    }

    @Test("the keeper writes only what changed, and reports a failing disk once")
    func keeper() {
        var reports: [String] = []
        let keeper = StateKeeper(store: store) { reports.append($0) }
        keeper.saveIfNeeded()
        #expect(access("\(folder.path)/a", F_OK) != 0)
        keeper.state.pin = "spotify"
        #expect(keeper.needsSaving)
        keeper.saveIfNeeded()
        #expect(!keeper.needsSaving)
        #expect(StateKeeper(store: store) { reports.append($0) }.state.pin == "spotify")
        #expect(reports.isEmpty)

        let file = folder.write("", to: "file")
        let failing = StateKeeper(store: StateStore(directory: file)) { reports.append($0) }
        reports = []
        failing.state.pin = "x"
        failing.saveIfNeeded()
        failing.saveIfNeeded()
        #expect(reports.count == 1)
        #expect(failing.needsSaving)
        #expect(failing.problem == reports[0])
        // What is on the disk again is no problem any more, whether it was written or taken back.
        failing.state = SavedState()
        #expect(failing.problem == nil)
    }
}
