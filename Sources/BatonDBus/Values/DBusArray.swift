// SPDX-License-Identifier: Apache-2.0

/// An array: elements of one type.
public struct DBusArray: Hashable, Sendable {
    /// The type of an element: one complete type.
    public let element: Signature
    /// The elements; each must be of that type when the array is sent.
    public var elements: [Value]

    /// Makes an array.
    public init(_ element: Signature, _ elements: [Value]) {
        self.element = element
        self.elements = elements
    }
}
