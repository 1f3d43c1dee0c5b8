// SPDX-License-Identifier: Apache-2.0

import BatonAudioLink
import BatonKeysLink
import BatonMotion
import BatonProcesses
import BatonSensorLink
import FuzzSupport

// Run with `make fuzz`, or this one alone with `.ci/fuzz 60 fuzz-links`.

/// Any bytes as what another process sends: messages of the helpers and those to them, records of the motion
/// stream, scans of a sensor's buffer, answers of sway and Hyprland, samples for the fusion. The first byte says which.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzLinks(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzBytes(bytes, count)
    switch input.choice(11) {
    case 0: checkMessage(SensorCommand.self, from: input.rest())
    case 1: checkMessage(SensorReport.self, from: input.rest())
    case 2: checkMessage(KeysCommand.self, from: input.rest())
    case 3: checkMessage(KeysReport.self, from: input.rest())
    case 4: checkRecords(input.rest())
    case 5: checkScans(&input)
    case 6: checkSway(input.rest())
    case 7: checkHyprland(input.rest())
    case 8: checkMessage(AudioCommand.self, from: input.rest())
    case 9: checkMessage(AudioReport.self, from: input.rest())
    default: checkFusion(&input)
    }
    return 0
}

/// What is read can be written, and is the same message then; with texts of valid UTF-8 it is written as it was read.
private func checkMessage<Message: LinkMessage>(_ type: Message.Type, from bytes: [UInt8]) {
    guard let message = try? MessageLink<Message, Message>.decode(bytes[...]) else { return }
    let written = encoded(message)
    require(written.count <= MessageSocket.longestMessage, "a message that its own link cuts: \(message)")
    guard let again = try? MessageLink<Message, Message>.decode(written[...]) else {
        fatalError("what was read cannot be written: \(message)")
    }
    // A text that was no UTF-8 is longer once it is repaired, and may have to be cut.
    let isRepaired = "\(message)".unicodeScalars.contains("\u{FFFD}")
    require(isRepaired || written == bytes, "not written as it was read: \(message), \(again)")
}

private func encoded(_ message: some LinkMessage) -> [UInt8] {
    var writer = LinkWriter()
    writer.write(type(of: message).version)
    message.encode(into: &writer)
    return writer.bytes
}

private func checkRecords(_ bytes: [UInt8]) {
    for offset in stride(from: 0, through: bytes.count - StreamRecord.size, by: StreamRecord.size) {
        let part = Array(bytes[offset..<offset + StreamRecord.size])
        guard let record = part.withUnsafeBytes({ StreamRecord(decoding: $0) }) else { continue }
        var written = [UInt8](repeating: 0, count: StreamRecord.size)
        written.withUnsafeMutableBytes { record.encode(into: $0) }
        guard let again = written.withUnsafeBytes({ StreamRecord(decoding: $0) }) else {
            fatalError("what was read cannot be written: \(record)")
        }
        require(again.timestamp == record.timestamp, "\(record) became \(again)")
    }
}

#if PLAYED
    @main enum CorpusPlayer { static func main() { play(fuzzLinks) } }
#endif
