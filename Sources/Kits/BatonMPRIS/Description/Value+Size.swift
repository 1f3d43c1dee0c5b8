// SPDX-License-Identifier: Apache-2.0

import BatonDBus

extension Value {
    /// About how many bytes the value takes in a message.
    var approximateSize: Int {
        switch self {
        case .string(let string): string.utf8.count + 5
        case .objectPath(let path): path.rawValue.utf8.count + 5
        case .signature(let signature): signature.rawValue.utf8.count + 2
        case .variant(let inner): inner.approximateSize + 4
        case .array(let array): array.elements.reduce(8) { $0 + $1.approximateSize }
        case .structure(let fields): fields.reduce(8) { $0 + $1.approximateSize }
        case .dictionary(let dictionary):
            dictionary.entries.reduce(8) { $0 + $1.key.approximateSize + $1.value.approximateSize }
        default: 8
        }
    }

    /// Whether it contains a file descriptor. Such a value must not be cached or passed on.
    var holdsDescriptor: Bool {
        switch self {
        case .fileDescriptor: true
        case .variant(let inner): inner.holdsDescriptor
        case .array(let array): array.elements.contains(where: \.holdsDescriptor)
        case .structure(let fields): fields.contains(where: \.holdsDescriptor)
        case .dictionary(let dictionary): dictionary.entries.contains { $0.value.holdsDescriptor }
        default: false
        }
    }
}
