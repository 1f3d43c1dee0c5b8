// SPDX-License-Identifier: Apache-2.0

import BatonJSON

extension JSONValue {
    /// A process identifier: a number that the kernel can assign.
    package var asProcess: UInt32? {
        guard let number = asInteger.flatMap({ Int32(exactly: $0) }), number > 0 else { return nil }
        return UInt32(exactly: number)
    }
}
