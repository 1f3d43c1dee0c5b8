// SPDX-License-Identifier: Apache-2.0

import BatonDBus
import BatonReactor
import BatonTestSupport
import Foundation
import Testing

/// batond with an accelerometer made of files, and an app that receives every shake.
@MainActor final class ShakenStage {
    static let allowed: [(String, Value)] = [
        ("background-motion", .boolean(true)), ("identity", .string("Scratch Pad")),
    ]
    let stage: AgentStage
    let app: MotionApp
    let login: FakeLogin?
    private let sensor: PolledAccelerometer

    init(hasLogin: Bool = false) throws {
        stage = try AgentStage(nil, hasSystemBus: hasLogin)
        sensor = try PolledAccelerometer("\(stage.folder.path)/machine")
        stage.environment = sensor.environment
        stage.wrapper = sensor.command
        var login: FakeLogin?
        if hasLogin {
            let fake = FakeLogin(on: try stage.connect())
            fake.appear()
            try keep(stage.turn { fake.isThere })
            login = fake
        }
        self.login = login
        try stage.startAgent(["shake.background-motion=Scratch Pad"])
        app = try MotionApp(on: stage)
        try app.register([1], Self.allowed)
        try keep(stage.turn { isReading }, "\(stage.agent?.printed ?? "")")
        // The recognizer first needs samples of the device at rest.
        _ = stage.turn(within: .milliseconds(1500)) { false }
    }

    /// Whether the sensor is read.
    var isReading: Bool { (try? stage.property("Sensor").asString) == "reading" }

    /// Moves the device until the app receives a shake.
    func beginShake() throws {
        let movement = sensor.shake()
        defer { movement.stop() }
        _ = stage.turn(within: .seconds(15)) { !app.received.isEmpty }
        try keep(app.received == ["MotionBegan"], "\(app.received): \(stage.agent?.printed ?? "")")
    }

    /// Moves the device for the given time, whatever happens.
    func move(for duration: Duration) throws {
        let movement = sensor.shake()
        defer { movement.stop() }
        _ = stage.turn(within: duration) { false }
    }

    /// Waits for these phases, and checks that no more come.
    func expect(_ phases: [String]) throws {
        _ = stage.turn(within: .seconds(10)) { app.received.count >= phases.count }
        try keep(app.received == phases, "\(app.received)")
    }

    /// The process that reads the sensor.
    func helper() throws -> Int32 {
        let agent = try stage.process()
        let text = try String(contentsOfFile: "/proc/\(agent)/task/\(agent)/children", encoding: .utf8)
        return try found(text.split(separator: " ").compactMap { Int32($0) }.first, "no baton-sensor")
    }
}
