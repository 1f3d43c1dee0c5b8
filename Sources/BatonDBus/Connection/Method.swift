// SPDX-License-Identifier: Apache-2.0

/// A method of a served interface.
public struct Method {
    /// Its name.
    public let name: MemberName
    /// Its arguments.
    public let input: [Argument]
    /// Its results.
    public let output: [Argument]
    let inputSignature: Signature
    let outputSignature: Signature
    let handler: (Invocation) -> Void
    /// Whether there is a file descriptor among its arguments.
    let takesDescriptors: Bool

    /// Describes a method.
    ///
    /// - Parameter handler: called with each call whose arguments are of the declared types. It may answer later.
    public init(
        _ name: MemberName, in input: [Argument] = [], out output: [Argument] = [],
        handler: @escaping (Invocation) -> Void
    ) {
        self.name = name
        self.input = input
        self.output = output
        inputSignature = Signature(checked: input.map(\.signature.rawValue).joined())
        outputSignature = Signature(checked: output.map(\.signature.rawValue).joined())
        takesDescriptors = inputSignature.rawValue.utf8.contains(UInt8(ascii: "h"))
        self.handler = handler
    }
}
