// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// A program with windows: of one name on the bus, so that a second start shows the window of the first.
///
/// For example:
/// ```swift
/// let application = WindowApplication("org.baton.Baton.Settings")
/// application.onCommandLine = { words in show(words) }
/// exit(application.run(["baton-settings"]))
/// ```
package final class WindowApplication {
    let pointer: UnsafeMutablePointer<GtkApplication>
    private var style: ReadableStyle?
    /// Called with the words of a start, this one's and those of later ones. What it returns is the status of that start.
    package var onCommandLine: (([String]) -> Int32)?

    /// Whether there is a display. Without one GTK would end the program itself.
    package static var hasDisplay: Bool { gtk_init_check() != 0 }

    /// - Parameter id: as in the bus; the .desktop file has the same name.
    package init(_ id: String) {
        pointer = UnsafeMutableRawPointer(made(adw_application_new(id, G_APPLICATION_HANDLES_COMMAND_LINE)))
            .assumingMemoryBound(to: GtkApplication.self)
        let data = Unmanaged.passUnretained(self).toOpaque()
        let commandLine: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Int32 = { _, line, data in
            WindowApplication.of(data)?.started(line) ?? 1
        }
        connect("command-line", unsafeBitCast(commandLine, to: GCallback.self), data)
        setKeys("window.close", ["<Control>w", "<Control>q"])
        setKeys("win.find", ["<Control>f"])
    }

    deinit { g_object_unref(pointer) }

    private func connect(_ signal: String, _ handler: @escaping GCallback, _ data: UnsafeMutableRawPointer) {
        g_signal_connect_data(pointer, signal, handler, data, nil, GConnectFlags(rawValue: 0))
    }

    private static func of(_ data: gpointer?) -> WindowApplication? {
        data.map { Unmanaged<WindowApplication>.fromOpaque($0).takeUnretainedValue() }
    }

    private func started(_ line: OpaquePointer?) -> Int32 {
        // There is a display by now, and libadwaita has its style.
        style = style ?? ReadableStyle()
        // GIO ends a program whose bus ends. The window can still show the configuration, and says that the bus is gone.
        if let bus = g_application_get_dbus_connection(application) { g_dbus_connection_set_exit_on_close(bus, 0) }
        var words: [String] = []
        var count: Int32 = 0
        let arguments = g_application_command_line_get_arguments(
            UnsafeMutableRawPointer(line)?.assumingMemoryBound(to: GApplicationCommandLine.self), &count)
        for place in 0..<Int(count) { words.append(text(arguments?[place])) }
        g_strfreev(arguments)
        return onCommandLine?(words) ?? 0
    }

    /// The keys of an action of the windows.
    private func setKeys(_ action: String, _ keys: [String]) {
        let words = keys.map { g_strdup($0) }
        defer { for word in words { g_free(word) } }
        var list = words.map { UnsafePointer($0) } + [nil]
        gtk_application_set_accels_for_action(pointer, action, &list)
    }

    /// Runs until the last window is closed.
    ///
    /// - Parameter words: the name of the program, and the words behind it.
    /// - Returns: the exit status.
    package func run(_ words: [String]) -> Int32 {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { g_strdup($0) }
        defer { for argument in arguments { g_free(argument) } }
        return g_application_run(application, Int32(arguments.count), &arguments)
    }

    private var application: UnsafeMutablePointer<GApplication> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GApplication.self)
    }

    /// Has GTK look for no bus, from now on: it would wait for one that does not answer, and show no window.
    package static func forgoBus() { g_setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", 1) }

    /// Puts a text on the clipboard.
    package static func copy(_ text: String) {
        guard let display = gdk_display_get_default() else { return }
        gdk_clipboard_set_text(gdk_display_get_clipboard(display), text)
    }
}
