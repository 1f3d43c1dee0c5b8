// SPDX-License-Identifier: Apache-2.0

// What the examples of BatonProcesses use and do not declare. `.ci/examples` compiles each of them behind this text.
import BatonProcesses
import BatonReactor
import SystemPackage

@MainActor private let reactor: Reactor = made()
private let file = FileDescriptor.standardInput

private struct Level: LinkMessage {
    static let version: UInt8 = 1
    var percent: UInt8

    init(percent: UInt8) { self.percent = percent }
    init(decoding reader: inout LinkReader) throws(LinkError) { percent = try reader.read() }
    func encode(into writer: inout LinkWriter) { writer.write(percent) }
}

/// Examples are compiled and never run.
private func made<Value>() -> Value { fatalError("an example was run") }
