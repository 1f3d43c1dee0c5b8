// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonReactor
import BatonTestSupport
import Testing

@testable import BatonInterruptionCauses
@testable import BatonRouting
@testable import BatonSettings
@testable import BatonState

/// How many interruptions applications may have (rule I13), in event time.
@MainActor @Suite("Interruptions: limits of applications")
struct LeaseLimitTests {
    private let clock = ManualClock()
    private let stage: BusStage
    private let leases: LeaseRegistry

    init() throws {
        stage = try BusStage(clock: clock)
        let reactor = stage.reactor
        let log = TestLog()
        let window = MediaWindow(order: RoutingOrder(policy: .playing, pin: nil))
        let configuration = Configuration()
        let seeking = SeekSessions(reactor: reactor, window: window, steps: configuration.seek)
        let keeper = StateKeeper(store: StateStore(directory: nil)) { _ in }
        let directory = PlayerDirectory(
            connection: stage.connection, window: window, seeking: seeking,
            choices: UserChoices(window: window, keeper: keeper, reactor: reactor),
            firstAnswers: FirstAnswers(reactor: reactor, longest: .milliseconds(200)) { _ in },
            queues: CallQueues(
                connection: stage.connection, ledger: SenderLedger(limit: 100), mostInFlight: 256,
                playerDeadline: .seconds(1), appDeadline: .milliseconds(250)),
            configuration: configuration, logger: log.logger)
        let interruptions = Interruptions(
            directory: directory, seeking: seeking, store: InterruptionStore(runtimeDirectory: nil), reactor: reactor,
            logger: log.logger)
        interruptions.apply(configuration)
        leases = LeaseRegistry(interruptions: interruptions, connection: stage.connection)
    }

    /// Begins as many as it may; the ends of the pipes have to be kept.
    private func begin(_ wanted: Int, by client: BusName, isConfined: Bool = false) throws -> [UnixFileDescriptor] {
        var kept: [UnixFileDescriptor] = []
        for _ in 0..<wanted {
            do {
                let begun = try leases.begin(LeaseRegistry.Request(.call), by: client, isConfined: isConfined)
                kept.append(UnixFileDescriptor(owning: begun.pipe))
            } catch {
                #expect(error.name == .limitsExceeded)
            }
        }
        return kept
    }

    @Test("I13: an application in a sandbox has 2 interruptions at a time, another one 8, all together 32")
    func together() throws {
        var kept: [UnixFileDescriptor] = []
        let confined = try #require(try stage.connect().uniqueName)
        kept += try begin(9, by: confined, isConfined: true)
        #expect(kept.count == 2)
        for total in [10, 18, 26, 32] {
            kept += try begin(9, by: try #require(try stage.connect().uniqueName))
            #expect(kept.count == total && leases.count == total)
        }
        withExtendedLifetime(kept) {}
    }

    @Test("I13: an application begins 10 interruptions a minute at most, however soon each one ends")
    func rate() throws {
        let client = try #require(try stage.connect().uniqueName)
        func one() throws -> Int {
            let kept = try begin(1, by: client)
            for id in 1...40 as ClosedRange<UInt32> { leases.end(id, by: client) }
            return kept.count
        }
        #expect(try (0..<20).reduce(0) { count, _ in try count + one() } == 10)
        stage.pass(.seconds(59), on: clock)
        #expect(try one() == 0)
        stage.pass(.seconds(2), on: clock)
        #expect(try one() == 1)
    }
}
