// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Testing

/// What Home Assistant is told of a lid, as UPower announces it.
@Suite("The lid of a machine", .serialized) struct LidTests {
    private let broker: TestBroker
    private let reactor: Reactor

    init() throws {
        broker = try TestBroker()
        reactor = try Reactor()
    }

    /// UPower with a lid: real machines of a test run have none.
    private final class Power {
        var isClosed = false { didSet { object?.emitPropertiesChanged("org.freedesktop.UPower", ["LidIsClosed"]) } }
        var isPresent = true
        private var object: ExportedObject?

        init(on connection: Connection) {
            let properties = [
                Property("LidIsClosed", "b") { [unowned self] in .boolean(isClosed) },
                Property("LidIsPresent", "b") { [unowned self] in .boolean(isPresent) },
            ]
            let object = ExportedObject(interfaces: [Interface("org.freedesktop.UPower", properties: properties)])
            connection.export(object, at: "/org/freedesktop/UPower")
            self.object = object
        }
    }

    @Test("the lid is told as it opens and closes; a machine without one, and one whose UPower leaves, tell nothing")
    func lid() throws {
        let machine = try MachineStage("laptop", at: broker, "home-assistant = yes", on: reactor)
        let connection = try machine.stage.connect()
        let power = Power(on: connection)
        let name = try machine.stage.own("org.freedesktop.UPower", connection)
        machine.systemBus = machine.stage.bus.address
        machine.killBridge()
        try machine.startBridge()
        try awaitWord("open", machine)
        power.isClosed = true
        try awaitWord("closed", machine)
        name.release()
        try awaitWord("", machine)
        power.isPresent = false
        try machine.stage.own("org.freedesktop.UPower", connection)
        try awaitWord("", machine)
    }

    /// Waits until the broker keeps this word at the lid's topic.
    private func awaitWord(_ word: String, _ machine: MachineStage) throws {
        var seen = "?"
        let isThere = try machine.turn {
            let client = try ChildProcess(
                [
                    "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(broker.port)", "-t", "baton/laptop/lid", "-C", "1",
                    "-W", "1", "--retained-only",
                ], environment: ["PATH": "/usr/bin:/bin"])
            try client.waitForEnd()
            let printed = client.printed.split(separator: "\n").first.map(String.init) ?? ""
            seen = printed.hasPrefix("Timed out") ? "" : printed
            return seen == word
        }
        #expect(isThere, "the lid is '\(seen)', not '\(word)'")
    }
}
