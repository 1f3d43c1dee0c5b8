// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// One end of a pipe, as it is passed over the bus. It is closed with the last copy.
package struct PipeEnd: WireValue, Sendable {
    package static var signature: Signature { "h" }

    package let descriptor: UnixFileDescriptor

    package init(_ descriptor: UnixFileDescriptor) { self.descriptor = descriptor }

    package init?(wire value: Value) {
        guard case .fileDescriptor(let descriptor) = value.unwrapped else { return nil }
        self.descriptor = descriptor
    }

    package var wire: Value { .fileDescriptor(descriptor) }
}
