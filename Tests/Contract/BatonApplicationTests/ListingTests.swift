// SPDX-License-Identifier: Apache-2.0

import BatonApplication
import BatonCoreMotion
import BatonEvents
import BatonMotionClient
import BatonTestSupport
import Foundation
import Testing

/// The guide's listings, with a real batond.
@MainActor
@Suite struct ListingTests {
    private let stage: HostStage

    init() throws { stage = try HostStage() }

    @Test("APP13: listings 4-1 and 4-2: a controller becomes first responder, and a shake puts its view back")
    func shakes() throws {
        try stage.start("shake.background-motion=Tuner")
        var options = ApplicationHostOptions()
        options.wantsBackgroundShakes = true
        try stage.joinAndReceive(options)
        let view = ResettingView()
        let controller = ShakeController(view: view)
        stage.window.rootViewController = controller
        #expect(controller.isFirstResponder)
        stage.window.rootViewController = nil
        #expect(!controller.isFirstResponder)
        stage.window.rootViewController = controller

        view.becomeFirstResponder()
        view.transform = .init(translationX: 20, y: 0)
        _ = try stage.shake(0)
        #expect(view.transform != .identity)
        #expect(try stage.shake(1) == "handled")
        #expect(view.transform == .identity)
    }

    @Test("APP13: listing 4-9: the gyroscope is asked for when batond has answered, and this machine has none")
    func gyroscope() throws {
        try stage.start()
        let source = BusMotionSource(connection: try stage.stage.connect())
        let reader = RotationReader(sensors: MotionSensors(source: source))
        #expect(reader.isOnDevice == nil)
        #expect(stage.turn { reader.isOnDevice == false })
        #expect(!reader.motionManager.isGyroActive)
    }

    @Test("APP13: listings 5-1 to 5-3: commands come while the view is there")
    func commands() throws {
        try stage.start()
        let host = try stage.join()
        let controller = MusicController(view: View())
        stage.window.rootViewController = controller
        try #require(stage.turn { (try? stage.chain())?.count == 1 })
        #expect(try stage.send(.nextTrack) != nil)
        #expect(try stage.send(.togglePlayPause) != nil)
        #expect(controller.track == 1 && controller.isPlaying)
        #expect(try stage.send(.stop) == nil, "it passes on what it does not know")
        stage.window.rootViewController = nil
        #expect(stage.turn { (try? stage.chain())?.isEmpty == true })
        #expect(!controller.isFirstResponder)
        withExtendedLifetime(host) {}
    }

    @Test("APP13: the product's page has each listing as it is compiled and run here, of at most forty lines")
    func page() throws {
        let root = Checkout.root
        let page = try String(
            contentsOfFile: "\(root)/Sources/Contract/BatonApplication/BatonApplication.docc/Listings.md",
            encoding: .utf8)
        let folder = "\(root)/Tests/Contract/BatonApplicationTests/Listings"
        for name in ["4x1", "4x2", "4x9", "5"] {
            let text = try String(contentsOfFile: "\(folder)/Listing\(name).swift", encoding: .utf8)
            let code = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(
                separator: "\n")
            #expect(page.contains("```swift\n\(code)```"), "\(name)")
            #expect(code.split(separator: "\n").count <= 40)
        }
    }
}
