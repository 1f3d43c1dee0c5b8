// SPDX-License-Identifier: Apache-2.0

public import BatonMotion
import BatonProcesses

/// What a client wants to be computed from the samples of the accelerometer, the gyroscope and, in some frames, the
/// magnetometer (rules CM24 and CM40).
public struct FusedRequest: Hashable, Sendable {
    /// The interval in microseconds without a wish of the client's: 50 values a second.
    public static let ordinaryInterval: UInt32 = 20_000
    /// The numbers of the reference frames.
    public static let frames: [UInt32] = [1, 2, 4, 8]

    /// What is wanted.
    public var kinds: Set<FusedKind>
    /// The interval in microseconds, of ``StreamRequest/allowedIntervals``.
    public var interval: UInt32
    /// The reference frame, by Core Motion's number.
    public var frame: UInt32
    /// The angle from true north to magnetic north in degrees; nil if it is not known.
    public var declination: Double?

    /// Makes a request.
    public init(
        kinds: Set<FusedKind>, interval: UInt32 = ordinaryInterval, frame: UInt32 = 1, declination: Double? = nil
    ) {
        self.kinds = kinds
        self.interval = interval
        self.frame = frame
        self.declination = declination
    }

    /// Whether the magnetometer is needed.
    public var usesMagnetometer: Bool { frame != 1 }
}

extension FusedRequest {
    func encode(into writer: inout LinkWriter) {
        writer.write(kinds: kinds)
        writer.write(interval)
        writer.write(frame)
        writer.write(declination != nil)
        writer.write(declination ?? 0)
    }

    /// - Throws: `.malformed` for an unknown kind, none, another frame, and an interval or an angle that is not allowed.
    init(decoding reader: inout LinkReader) throws(LinkError) {
        kinds = try reader.readKinds()
        interval = try reader.read()
        frame = try reader.read()
        let isKnown = try reader.readBool()
        let angle = try reader.readDouble()
        declination = isKnown ? angle : nil
        guard !kinds.isEmpty, StreamRequest.allowedIntervals.contains(interval), Self.frames.contains(frame),
            abs(angle) <= 180
        else { throw .malformed }
    }
}
