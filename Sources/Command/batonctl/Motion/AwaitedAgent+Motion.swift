// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonClient
import BatonDBus
import BatonMotion

extension AwaitedAgent {
    /// The same agent, whose failures are told as those of a sensor.
    var motion: AwaitedAgent { telling(MotionFailure.message) }

    /// How long opening a stream may take: the sensor may have to be found and started first.
    private static let streamDeadline = Duration.seconds(10)

    /// What the machine has.
    func capabilities() throws(CommandError) -> [String] {
        try properties(of: .motion)[MotionInterface.capabilities] ?? []
    }

    /// Opens a stream of the sensors' samples, 100 a second of each if it has so many.
    func openStream(_ kinds: Set<SensorKind>) throws(CommandError) -> (pipe: UnixFileDescriptor, format: StreamFormat) {
        var wish = StreamWish()
        if kinds != [.accelerometer] {
            let numbers = kinds.map { UInt32($0.rawValue) }.sorted()
            wish.kinds = numbers
            wish.intervals = numbers.map { ($0, 10_000) }
        }
        let (pipe, report) = try call(MotionInterface.openStream, wish.wire, within: Self.streamDeadline)
        return (pipe.descriptor, StreamFormat(report))
    }
}
