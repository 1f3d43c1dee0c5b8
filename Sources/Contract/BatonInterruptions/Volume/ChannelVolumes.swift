// SPDX-License-Identifier: Apache-2.0

/// The volume of a stream: that of each channel, in the steps of the sound server.
package struct ChannelVolumes: Equatable, Hashable, Sendable {
    /// Full volume, PA_VOLUME_NORM.
    package static let full: UInt32 = 65536
    /// The loudest that is ever set, one and a half of full volume (rule VOL2).
    package static let loudest: UInt32 = full / 2 * 3
    /// The loudest that a server tells, PA_VOLUME_MAX.
    package static let most = UInt32.max / 2
    /// The most channels of a stream.
    package static let mostChannels = 32

    /// Of each channel.
    package let steps: [UInt32]

    /// - Parameter steps: of each channel; what is beyond the bounds is cut.
    package init(_ steps: some Sequence<UInt32>) {
        self.steps = steps.prefix(Self.mostChannels).map { min($0, Self.most) }
    }

    /// The loudest channel.
    package var level: UInt32 { steps.max() ?? 0 }

    /// The same, as much louder or quieter as one volume is than another.
    ///
    /// - Parameters:
    ///   - level: what becomes of `whole`; each channel changes as it does.
    ///   - ratio: how the channels relate when all of them are silent; nil if that is not known.
    package func scaled(to level: UInt32, of whole: UInt32, ratio: Self? = nil) -> Self {
        guard whole > 0, self.level > 0 else {
            guard let ratio, ratio.level > 0, ratio.steps.count == steps.count else {
                return Self(steps.map { _ in level })
            }
            return ratio.scaled(to: level, of: ratio.level)
        }
        return Self(
            steps.map { step in
                let (high, low) = UInt64(step).multipliedFullWidth(by: UInt64(level))
                // Below 2^31 times 2^32, so the high half is empty.
                return UInt32(clamping: high == 0 ? (low + UInt64(whole) / 2) / UInt64(whole) : .max)
            })
    }

    /// The volumes of the streams of a player after a wish: the loudest follows the wish, and the others keep their relation to it
    /// (rules VOL2 and VOL3).
    ///
    /// - Parameters:
    ///   - wish: what is wished; a mute changes nothing.
    ///   - ratios: how the channels of a stream related before it was silent, in the order of the streams.
    package static func applying(_ wish: SoundWish, to streams: [Self], ratios: [Self?]) -> [Self] {
        let loudest = streams.map(\.level).max() ?? 0
        let target: UInt32
        switch wish {
        case .mute: return streams
        case .set(let level): target = min(level, Self.loudest)
        case .change(let step):
            // What the user has made louder than we would does not get quieter by a step up.
            let most = max(Self.loudest, loudest)
            target = UInt32(clamping: min(max(Int64(loudest) + Int64(step), 0), Int64(most)))
        }
        return zip(streams, ratios).map { stream, ratio in
            // A silent one among others that sound was made silent on purpose.
            if loudest > 0, stream.level == 0 { return stream }
            return stream.scaled(to: target, of: loudest, ratio: ratio)
        }
    }
}
