// SPDX-License-Identifier: Apache-2.0

import BatonInterruptions
import BatonProcesses

/// What became of a wish, in a message.
extension StreamAnswer {
    func encode(into writer: inout LinkWriter) {
        switch self {
        case .done(let volume, let isMuted):
            writer.write(UInt8(1))
            writer.write(volume)
            writer.write(isMuted)
        case .refused: writer.write(UInt8(2))
        case .gone: writer.write(UInt8(3))
        case .late: writer.write(UInt8(4))
        }
    }

    init(decoding reader: inout LinkReader) throws(LinkError) {
        switch try reader.read(UInt8.self) {
        case 1: self = .done(volume: try reader.read(), isMuted: try reader.readBool())
        case 2: self = .refused
        case 3: self = .gone
        case 4: self = .late
        default: throw .malformed
        }
    }
}
