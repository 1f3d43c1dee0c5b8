// SPDX-License-Identifier: Apache-2.0

package import BatonInterruptions
package import BatonProcesses
import BatonReactor

/// A message from batond to `baton-audio`.
package enum AudioCommand: LinkMessage, Equatable {
    /// The version of the messages in both directions.
    package static var version: UInt8 { 7 }
    /// The most streams that a message names.
    package static let mostStreams = 256
    /// The longest fade.
    package static let longestFade = Duration.seconds(2)

    /// Connect to the sound server, and tell what happens there.
    case watch
    /// Change the volume or the mute of streams, by their indices, and answer with the number (rules VOL1 to VOL4).
    case change(UInt32, streams: [UInt32], SoundWish)
    /// Change the mute of the default source, and answer with the number (rule VOL10).
    case microphone(UInt32, MuteWish)

    /// Lower these streams and no others, to so many percent of their volumes (rule VOL6). A change takes so many whole milliseconds
    /// (rule VOL11).
    case lower(streams: [UInt32], percent: UInt8, fade: Duration)

    /// Writes the message.
    package func encode(into writer: inout LinkWriter) {
        switch self {
        case .watch: writer.write(UInt8(1))
        case .change(let number, let streams, let wish):
            writer.write(UInt8(2))
            writer.write(number)
            writer.write(streams: streams)
            wish.encode(into: &writer)
        case .microphone(let number, let wish):
            writer.write(UInt8(3))
            writer.write(number)
            writer.write(wish.rawValue)
        case .lower(let streams, let percent, let fade):
            writer.write(UInt8(4))
            writer.write(percent)
            let (seconds, rest) = min(max(fade, .zero), Self.longestFade).components
            writer.write(UInt16(clamping: seconds * 1000 + rest / 1_000_000_000_000_000))
            writer.write(streams: streams)
        }
    }

    /// Reads a message.
    package init(decoding reader: inout LinkReader) throws(LinkError) {
        switch try reader.read(UInt8.self) {
        case 1: self = .watch
        case 2:
            self = .change(try reader.read(), streams: try reader.readStreams(), try SoundWish(decoding: &reader))
        case 3: self = .microphone(try reader.read(), try MuteWish(decoding: &reader))
        case 4:
            let percent = try reader.read(UInt8.self)
            let fade = Duration.milliseconds(try reader.read(UInt16.self))
            guard percent <= 100, fade <= Self.longestFade else { throw .malformed }
            self = .lower(streams: try reader.readStreams(), percent: percent, fade: fade)
        default: throw .malformed
        }
    }
}

extension MuteWish {
    fileprivate init(decoding reader: inout LinkReader) throws(LinkError) {
        guard let wish = Self(rawValue: try reader.read()) else { throw .malformed }
        self = wish
    }
}

extension SoundWish {
    fileprivate func encode(into writer: inout LinkWriter) {
        switch self {
        case .set(let volume):
            writer.write(UInt8(1))
            writer.write(volume)
        case .change(let step):
            writer.write(UInt8(2))
            writer.write(step)
        case .mute(let wish):
            writer.write(UInt8(3))
            writer.write(wish.rawValue)
        }
    }

    fileprivate init(decoding reader: inout LinkReader) throws(LinkError) {
        switch try reader.read(UInt8.self) {
        case 1: self = .set(try reader.read())
        case 2: self = .change(by: try reader.read())
        case 3: self = .mute(try MuteWish(decoding: &reader))
        default: throw .malformed
        }
    }
}

extension LinkWriter {
    fileprivate mutating func write(streams: [UInt32]) {
        let streams = streams.prefix(AudioCommand.mostStreams)
        write(UInt16(streams.count))
        for stream in streams { write(stream) }
    }
}

extension LinkReader {
    fileprivate mutating func readStreams() throws(LinkError) -> [UInt32] {
        let count = Int(try read(UInt16.self))
        guard count <= AudioCommand.mostStreams else { throw .malformed }
        var streams: [UInt32] = []
        for _ in 0..<count { streams.append(try read()) }
        return streams
    }
}
