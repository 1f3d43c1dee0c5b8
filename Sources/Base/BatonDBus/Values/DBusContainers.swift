// SPDX-License-Identifier: Apache-2.0

/// A dictionary. Its entries keep the order in which they were received, or in which they are to be sent.
///
/// For example:
/// ```swift
/// let hints = DBusDictionary("s", "v", [.init(.string("urgency"), .variant(.byte(1)))])
/// let urgency = hints["urgency"]  // .byte(1)
/// ```
public struct DBusDictionary: Hashable, Sendable {
    /// One key and its value.
    public struct Entry: Hashable, Sendable {
        /// The key, of a basic type.
        public let key: Value
        /// The value.
        public let value: Value

        /// Makes an entry.
        public init(_ key: Value, _ value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// The type of a key: one basic type.
    public let key: Signature
    /// The type of a value: one complete type.
    public let value: Signature
    /// The entries. A sender may repeat a key; then the last entry counts.
    public var entries: [Entry]

    /// Makes a dictionary.
    public init(_ key: Signature, _ value: Signature, _ entries: [Entry]) {
        self.key = key
        self.value = value
        self.entries = entries
    }

    /// The value of a key, unwrapped from its variant; O(n).
    public subscript(_ key: String) -> Value? {
        entries.last { $0.key == .string(key) }?.value.unwrapped
    }
}

/// An array: elements of one type.
///
/// For example:
/// ```swift
/// let numbers = Value.array(DBusArray("u", [.uint32(1), .uint32(2)]))
/// ```
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
