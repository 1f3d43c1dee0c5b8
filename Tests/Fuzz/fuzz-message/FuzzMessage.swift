// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

@testable import BatonDBus

// Run with `make fuzz`, or this one alone with `.ci/fuzz 60 fuzz-message`.

/// Any bytes as a message from the bus: reading one is an error or a value, and a value that was read can be written again, and is
/// read as the same then. Any bytes as a name: libdbus takes it, or it is an error.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessage(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    checkNames(String(decoding: input.prefix(300), as: UTF8.self))
    guard let message = try? Message.demarshal(input) else { return 0 }
    _ = (
        message.kind, message.sender, message.path, message.interface, message.member, message.errorName, message.error
    )
    checkSize(message)
    guard let arguments = try? message.arguments() else { return 0 }
    _ = arguments.map { ($0.asString, $0.asInt64, $0.asDouble, $0.asBool, $0.asStringArray, $0.asVardict) }
    // Descriptors do not survive without their connection.
    guard !message.signature.rawValue.contains("h") else { return 0 }
    let copy = Message.signal(path: "/a", interface: "a.b", member: "C")
    do {
        try copy.append(contentsOf: arguments)
        require(copy.signature == message.signature, "written as \(copy.signature)")
        let again = try Message.demarshal(try copy.marshalled(serial: 1)).arguments()
        // A number that is none is not itself.
        require("\(again)" == "\(arguments)", "read as \(again)")
    } catch {
        fatalError("what was read cannot be written: \(error)")
    }
    return 0
}

/// The size is found, and is a limit that the message just keeps.
private func checkSize(_ message: Message) {
    guard let size = message.argumentSize(upTo: 1 << 30) else { fatalError("no size") }
    require(size >= 0 && message.argumentSize(upTo: size) == size, "not within its own size: \(size)")
    if size > 0 { require(message.argumentSize(upTo: size - 1) == nil, "within less than its size: \(size)") }
}

/// What is a name can be handed to libdbus, which ends the process for what is none.
private func checkNames(_ text: String) {
    let message = Message.methodCall(
        to: try? BusName(text), path: (try? ObjectPath(text)) ?? "/a", interface: (try? InterfaceName(text)) ?? "a.b",
        member: (try? MemberName(text)) ?? "C")
    if let signature = try? Signature(text) {
        do {
            try message.append(.signature(signature), .array(DBusArray(signature, [])))
        } catch {
            // An array's elements are of one type.
            require(error.name == .invalidArguments || error.name == .limitsExceeded, "\(error)")
        }
    }
    if let name = try? ErrorName(text) { require(name.rawValue == text, "another name") }
    _ = MatchRule(arg0: text, arg0Namespace: text).text
}

#if PLAYED
    @main enum CorpusPlayer { static func main() { play(fuzzMessage) } }
#endif
