// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonHomeAssistant
import BatonHousehold
import BatonReactor
import Glibc

/// Keeps Home Assistant told of what this host has, or of nothing once `[mqtt] home-assistant` is off.
final class HomeAssistantLink {
    /// Over which time all is told again after Home Assistant's start: many devices do so at once.
    private static let spread = Duration.seconds(2)

    private let isOn: Bool
    private let reactor: Reactor
    private let publish: (Announcement) -> Void
    /// The file that says that something was told once, which has to be taken back when it is switched off.
    private let mark: String?
    /// What the broker has, by topic.
    private var told: [String: [UInt8]] = [:]
    private var waiting: [Announcement] = []
    private var timer: ReactorTimer?

    /// - Parameters:
    ///   - mark: the path of a file; nil if there is no place for it.
    ///   - publish: publishes, retained.
    init(isOn: Bool, mark: String?, on reactor: Reactor, publish: @escaping (Announcement) -> Void) {
        self.isOn = isOn
        self.mark = mark
        self.reactor = reactor
        self.publish = publish
    }

    deinit { timer?.cancel() }

    /// The broker may have lost everything.
    func restart() {
        told = [:]
        waiting = []
        timer?.cancel()
    }

    /// Tells what has changed; after ``restart()`` all of it.
    func review(_ device: HomeAssistantDevice, pins: [String]) {
        guard isOn else { return takeBack(device) }
        setMark()
        let present = device.announcements(pins: pins)
        for announcement in present where told[announcement.topic] != announcement.payload { tell(announcement) }
        let topics = Set(present.map(\.topic))
        for topic in told.keys.sorted() where !topics.contains(topic) {
            tell(Announcement(topic: topic, content: nil))
            told[topic] = nil
        }
    }

    /// Home Assistant has started: tells all again, over two seconds.
    func wasBorn(_ device: HomeAssistantDevice, pins: [String]) {
        guard isOn else { return }
        waiting = device.announcements(pins: pins)
        tellNext(every: Self.spread / max(waiting.count, 1))
    }

    private func tellNext(every wait: Duration) {
        timer?.cancel()
        guard !waiting.isEmpty else { return }
        tell(waiting.removeFirst())
        timer = reactor.schedule(after: wait) { [weak self] in self?.tellNext(every: wait) }
    }

    private func tell(_ announcement: Announcement) {
        told[announcement.topic] = announcement.payload
        publish(announcement)
    }

    private func takeBack(_ device: HomeAssistantDevice) {
        guard let mark, access(mark, F_OK) == 0 else { return }
        for announcement in device.farewells { publish(announcement) }
        unlink(mark)
    }

    private func setMark() {
        guard let mark, access(mark, F_OK) != 0, let folder = mark.lastIndex(of: "/") else { return }
        // Without it the worst is that what was told stays when it is switched off.
        try? PrivateFolder.make(String(mark[..<folder]))
        let file = Glibc.open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        if file >= 0 { Glibc.close(file) }
    }
}
