// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonMPRIS
import BatonTestSupport
import Testing

@testable import BatonAgent
@testable import BatonIntake

/// Which properties BlueZ is sent, and which it is not sent again.
@Suite struct BluetoothDisplayTests {
    private func view(
        _ title: String, _ status: PlaybackStatus = .playing, length: MediaTime = 180_000_000, identity: String = "a"
    ) -> BluetoothView {
        var view = BluetoothView()
        view.status = status
        view.track.title = title
        view.track.length = length
        view.identity = identity
        return view
    }

    private func names(_ pairs: [(String, Value)]) -> [String] { pairs.map(\.0) }

    @Test("a registration begins with the metadata and ends with the status, the position between them")
    func begin() {
        var display = BluetoothDisplay()
        let told = names(display.begin(view("One"), at: 60_000_000, now: .seconds(100)))
        #expect(told.prefix(3) == ["Identity", "Metadata", "Position"])
        #expect(told.last == "PlaybackStatus" && told.contains("CanControl"))
    }

    @Test("BLUEZ12: BlueZ's own clock is left alone while it is right, and put right by a second and more")
    func clock() {
        var display = BluetoothDisplay()
        _ = display.begin(view("One"), at: 0, now: .seconds(100))
        #expect(display.change(to: view("One"), at: 60_500_000, now: .seconds(160)).isEmpty)
        #expect(names(display.change(to: view("One"), at: 90_000_000, now: .seconds(161))) == ["Position"])
        #expect(display.change(to: view("One"), at: 99_000_000, now: .seconds(170)).isEmpty)
        #expect(
            names(display.change(to: view("One", .paused), at: 99_000_000, now: .seconds(170))) == ["PlaybackStatus"])
        #expect(display.change(to: view("One", .paused), at: 99_000_000, now: .seconds(900)).isEmpty)
    }

    @Test("MPRIS7, MPRIS61: at another rate BlueZ's clock is put right each time that it is a second wrong")
    func rate() {
        var book = view("Book", length: 36_000_000_000)
        #expect(book.driftTime == nil)
        book.rate = 1.5
        var display = BluetoothDisplay()
        _ = display.begin(book, at: 0, now: .zero)
        var (now, worst, told) = (Duration.zero, MediaTime(0), MediaTime(0))
        var toldAt = Duration.zero
        while now < .seconds(3600), let time = book.driftTime {
            now += time
            let position = MediaTime(now) * 1.5
            worst = max(worst, (position - told - MediaTime(now - toldAt)).magnitude)
            for (name, value) in display.change(to: book, at: position, now: now) where name == "Position" {
                (told, toldAt) = (MediaTime(value) ?? 0, now)
            }
        }
        #expect(now >= .seconds(3600) && worst < 2_000_000, "\(worst)")
        for other in [Double.nan, .infinity, -1e300, 1, 1.0000001] {
            book.rate = other
            #expect(book.driftTime == nil)
        }
        for other in [0, -1, 0.5, 1000] as [Double] {
            book.rate = other
            #expect(book.driftTime.map { $0 >= .seconds(1) } == true)
        }
        book.rate = 2
        book.status = .paused
        #expect(book.driftTime == nil)
    }

    @Test("the same looks of another track begin it anew; a new title's position is told after it")
    func tracks() {
        var display = BluetoothDisplay()
        _ = display.begin(view("One"), at: 0, now: .seconds(100))
        #expect(
            names(display.change(to: view("One", identity: "b"), at: 0, now: .seconds(150))) == ["Metadata"])
        #expect(display.change(to: view("One", identity: "b"), at: 10_000_000, now: .seconds(160)).isEmpty)
        #expect(
            names(display.change(to: view("Two", identity: "c"), at: 50_000_000, now: .seconds(161)))
                == ["Metadata", "Position"])
    }

    @Test("a track without a length has no position: to BlueZ any would be its end")
    func stream() {
        var display = BluetoothDisplay()
        let told = names(display.begin(view("Radio", length: 0), at: 500_000_000, now: .seconds(1)))
        #expect(!told.contains("Position"))
        #expect(display.change(to: view("Radio", length: 0), at: 0, now: .seconds(2)).isEmpty)
    }

    @Test("a position at the end or beyond is no end: the next track tells of that")
    func end() {
        var display = BluetoothDisplay()
        let told = display.begin(view("One", length: 10_000_000), at: .max, now: .seconds(1))
        #expect(told.first { $0.0 == "Position" }?.1 == .int64(9_999_000))
    }

    @Test("a player that leaves while it plays says Stopped, once")
    func leave() {
        var display = BluetoothDisplay()
        _ = display.begin(view("One"), at: 0, now: .seconds(1))
        #expect(display.end().map(\.1) == [.string("Stopped")])
        #expect(display.end().isEmpty)
    }

    @Test(
        "metadata of any shape becomes the six keys under BlueZ's types",
        arguments: [
            (Value.vardict([]), ["mpris:length": Value.int64(0)]),
            (
                .vardict([("mpris:length", .int64(-5)), ("xesam:title", .strings([])), ("xesam:artist", .uint32(3))]),
                ["mpris:length": .int64(0)]
            ),
            (
                .vardict([("mpris:length", .uint64(.max)), ("xesam:trackNumber", .int64(-1))]),
                ["mpris:length": .int64(0)]
            ),
            (
                .vardict([
                    ("mpris:length", .int64(.max)), ("xesam:trackNumber", .uint32(12)), ("xesam:title", .string(" \n")),
                ]),
                ["mpris:length": .int64(4_294_967_294_000), "xesam:trackNumber": .int32(12)]
            ),
            (
                .vardict([("xesam:genre", .string("Jazz")), ("xesam:artist", .strings(["", "B", "C"]))]),
                ["mpris:length": .int64(0), "xesam:genre": .strings(["Jazz"]), "xesam:artist": .strings(["B", "C"])]
            ),
        ])
    func cleaning(_ sent: Value, _ wanted: [String: Value]) throws {
        let metadata = try #require(Metadata(sent))
        #expect(BluetoothTrack(metadata).value.asVardict == wanted)
    }

    @Test("a novel is cut between characters")
    func long() throws {
        let text = try #require(BluetoothText.clean(String(repeating: "é👨‍👩‍👧‍👦", count: 1000)))
        #expect(text.utf8.count <= BluetoothText.longest && text.utf8.count > 200)
        #expect(text.last == "é" || text.last == "👨‍👩‍👧‍👦")
        #expect(BluetoothText.clean("\u{7}\t ") == nil)
    }

    @Test("BLUEZ2: rivals are known by the names of their processes, each once")
    func rivals() {
        let folder = TemporaryFolder()
        for (process, name) in [(1, "mpris-proxy"), (2, "bash"), (3, "wireplumber")] {
            folder.write("\(name)\n", to: "\(process)/comm")
        }
        let found = DoctorBluetooth.rivals(among: [2, 1, 1, 3, 4], root: folder.path)
        #expect(found.map(\.rival) == [.proxy, .wirePlumber] && found.map(\.process) == [1, 3])
        #expect(DoctorBluetooth.row(.proxy, process: 1).state == .unavailable)
    }
}
