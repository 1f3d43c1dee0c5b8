// SPDX-License-Identifier: Apache-2.0

internal import BatonReactor

extension FocusedWindow {
    /// Encodes the window.
    func encode(into writer: inout LinkWriter) {
        writer.write(window)
        writer.write(process)
        writer.write(claimedProcess)
        for text in [instanceName, className, gtkBusName, gtkApplicationPath, gtkWindowPath] { writer.write(text) }
    }

    /// Decodes a window.
    init(decoding reader: inout LinkReader) throws(LinkError) {
        self.init(
            window: try reader.readText(), process: try reader.read(), claimedProcess: try reader.read(),
            instanceName: try reader.readText(), className: try reader.readText(), gtkBusName: try reader.readText(),
            gtkApplicationPath: try reader.readText(), gtkWindowPath: try reader.readText())
    }
}
