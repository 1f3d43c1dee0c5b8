// SPDX-License-Identifier: Apache-2.0
import BatonDBus

/// Any bytes as a message from the bus: reading one is an error or a value, and a value that was read can be written again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessage(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let message = try? Message.demarshal(Array(UnsafeBufferPointer(start: bytes, count: count))) else { return 0 }
    _ = (
        message.kind, message.sender, message.path, message.interface, message.member, message.errorName, message.error
    )
    guard let arguments = try? message.arguments() else { return 0 }
    _ = arguments.map { ($0.asString, $0.asInt64, $0.asDouble, $0.asBool, $0.asStringArray, $0.asVardict) }
    // Descriptors do not survive without their connection.
    guard !message.signature.rawValue.contains("h") else { return 0 }
    let copy = Message.signal(path: "/a", interface: "a.b", member: "C")
    do {
        try copy.append(contentsOf: arguments)
        guard copy.signature == message.signature else { fatalError("written as \(copy.signature)") }
    } catch {
        fatalError("what was read cannot be written: \(error)")
    }
    return 0
}
