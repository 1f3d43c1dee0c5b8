// SPDX-License-Identifier: Apache-2.0

import BatonClient
import BatonDBus
import BatonFiles
import BatonHomeAssistant
import BatonHousehold
import BatonReactor
import BatonValues
import Glibc

/// Keeps Home Assistant told of what this host has, or of nothing once `[mqtt] home-assistant` is off.
final class HomeAssistantLink {
    /// Publishes bytes at a topic; the broker keeps them if the last argument says so.
    typealias Publisher = (String, [UInt8], Bool) -> Void

    /// Over which time all is told again after Home Assistant's start: many devices do so at once.
    private static let spread = Duration.seconds(2)

    /// Called when what is to be told may have changed.
    var onChange: (() -> Void)?

    private let isOn: Bool
    private let reactor: Reactor
    private let publish: Publisher
    private let sensors: SensorWatch?
    private let lid: LidWatch?
    /// The file that says that something was told once, which has to be taken back when it is switched off.
    private let mark: String?
    /// What the broker has, by topic: announcements, and what only Home Assistant reads.
    private var told: [String: [UInt8]] = [:]
    private var values: [String: [UInt8]] = [:]
    private var waiting: [Announcement] = []
    private var timer: ReactorTimer?
    private var shakes = RateLimit(count: 4, per: .seconds(1))
    /// What is told of this host; nil while it has no name at the broker.
    private var device: HomeAssistantDevice?

    /// - Parameters:
    ///   - mark: the path of a file; nil if there is no place for it.
    ///   - system: the system bus.
    init(isOn: Bool, mark: String?, agent: RemoteAgent, system: Connection, publish: @escaping Publisher) {
        self.isOn = isOn
        self.mark = mark
        reactor = agent.connection.reactor
        self.publish = publish
        sensors = isOn ? SensorWatch(agent) : nil
        lid = isOn ? LidWatch(on: system) : nil
        sensors?.onChange = { [weak self] in self?.onChange?() }
        sensors?.onShake = { [weak self] in self?.shook() }
        lid?.onChange = { [weak self] in self?.onChange?() }
    }

    deinit { timer?.cancel() }

    /// The broker may have lost everything.
    func restart() {
        told = [:]
        values = [:]
        waiting = []
        device = nil
        timer?.cancel()
    }

    /// Tells what has changed; after ``restart()`` all of it.
    func review(_ device: HomeAssistantDevice, pins: [String]) {
        guard isOn else { return takeBack(device) }
        self.device = device
        setMark()
        let present = announcements(device, pins)
        if told.isEmpty { takeBack(device, but: present) }
        for announcement in present where told[announcement.topic] != announcement.payload { tell(announcement) }
        let topics = Set(present.map(\.topic))
        for topic in told.keys.sorted() where !topics.contains(topic) {
            tell(Announcement(topic: topic, content: nil))
            told[topic] = nil
        }
        tell([device.orientation(sensors?.orientation), device.lid(isClosed: lid?.isClosed)])
    }

    /// Home Assistant has started: tells all again, over two seconds.
    func wasBorn(_ device: HomeAssistantDevice, pins: [String]) {
        guard isOn else { return }
        waiting = announcements(device, pins)
        tellNext(every: Self.spread / max(waiting.count, 1))
    }

    /// The others have been told something: of what plays, those get each value by itself that read no more than that.
    func wasPublished(_ topic: String, _ payload: [UInt8], _ device: HomeAssistantDevice) {
        if isOn { tell(device.values(published: topic, payload)) }
    }

    private func announcements(_ device: HomeAssistantDevice, _ pins: [String]) -> [Announcement] {
        device.announcements(
            pins: pins, hasOrientation: sensors?.hasAccelerometer ?? false, hasLid: lid?.isClosed != nil)
    }

    private func shook() {
        guard let device, shakes.allows(at: reactor.now) else { return }
        let (topic, payload) = device.shakeEvent
        publish(topic, payload, false)
    }

    private func tellNext(every wait: Duration) {
        timer?.cancel()
        guard !waiting.isEmpty else { return }
        tell(waiting.removeFirst())
        timer = reactor.schedule(after: wait) { [weak self] in self?.tellNext(every: wait) }
    }

    private func tell(_ announcement: Announcement) {
        told[announcement.topic] = announcement.payload
        publish(announcement.topic, announcement.payload, true)
    }

    private func tell(_ new: [PlainValue]) {
        for value in new where values[value.topic] != value.payload {
            values[value.topic] = value.payload
            publish(value.topic, value.payload, true)
        }
    }

    /// An earlier configuration may have announced more.
    private func takeBack(_ device: HomeAssistantDevice, but present: [Announcement]) {
        let topics = Set(present.map(\.topic))
        for old in device.farewells where HomeAssistantDevice.isConfig(old.topic) && !topics.contains(old.topic) {
            publish(old.topic, old.payload, true)
        }
    }

    private func takeBack(_ device: HomeAssistantDevice) {
        guard let mark, access(mark, F_OK) == 0 else { return }
        for announcement in device.farewells { publish(announcement.topic, announcement.payload, true) }
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
