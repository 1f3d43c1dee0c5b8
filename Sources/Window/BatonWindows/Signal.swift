// SPDX-License-Identifier: Apache-2.0

import CAdwaita

/// What a signal of GTK calls.
///
/// The object that signals owns it, and frees it when it goes itself. The receiver is held weakly.
private final class Receiver {
    let call: () -> Bool

    init(_ call: @escaping () -> Bool) { self.call = call }

    static func of(_ data: gpointer?) -> Receiver? {
        data.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension Widget {
    /// How many arguments a signal has between the object and the receiver, and whether it wants to know if it was handled.
    enum SignalForm {
        /// As `clicked`.
        case plain
        /// As `notify::active`: one argument, which is not read.
        case one
        /// As `close-request`: whether that was all is answered.
        case handled
    }

    /// Calls the body at each signal for as long as the owner lives.
    func connect<Owner: AnyObject>(
        _ signal: String, _ form: SignalForm = .plain, _ owner: Owner, _ body: @escaping (Owner) -> Void
    ) {
        connect(to: UnsafeMutableRawPointer(pointer), signal, form) { [weak owner] in
            if let owner { body(owner) }
            return false
        }
    }

    func connect(
        to object: UnsafeMutableRawPointer, _ signal: String, _ form: SignalForm, _ body: @escaping () -> Bool
    ) {
        let data = Unmanaged.passRetained(Receiver(body)).toOpaque()
        let free: GClosureNotify = { data, _ in
            if let data { Unmanaged<Receiver>.fromOpaque(data).release() }
        }
        let handler: GCallback
        switch form {
        case .plain:
            let function: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in _ = Receiver.of(data)?.call() }
            handler = unsafeBitCast(function, to: GCallback.self)
        case .one:
            let function: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, _, data in
                _ = Receiver.of(data)?.call()
            }
            handler = unsafeBitCast(function, to: GCallback.self)
        case .handled:
            let function: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
                Receiver.of(data)?.call() == true ? 1 : 0
            }
            handler = unsafeBitCast(function, to: GCallback.self)
        }
        g_signal_connect_data(object, signal, handler, data, free, GConnectFlags(rawValue: 0))
    }
}
