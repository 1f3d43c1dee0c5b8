// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

extension HeldKey {
    /// Encodes the key.
    func encode(into writer: inout LinkWriter) {
        writer.write(kind.rawValue)
        writer.write(code)
        writer.write(display.rawValue)
    }

    /// Decodes a key.
    init(decoding reader: inout LinkReader) throws(LinkError) {
        self.init(try reader.readWord(), try reader.read(), on: try reader.readWord())
    }
}
