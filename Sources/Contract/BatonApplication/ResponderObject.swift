// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonDBus
import BatonEvents
import BatonReactor

/// The object that batond calls: `org.baton.Baton1.Responder`, and the application's Undo and Redo (rules APP2, APP3 and APP9).
@MainActor
struct ResponderObject {
    let relay: EventRelay
    let shakes: ShakeRelay
    let interruptions: InterruptionRelay
    /// Whether a caller is batond: any program may call the object.
    let accepts: (BusName) -> Bool

    var object: ExportedObject {
        let check: CallCheck = { [accepts] call, then in
            // Called on the thread of the reactor, which is the main actor's.
            then(call.sender.map(accepts) == true ? nil : DBusError(.accessDenied, "only batond may call this object"))
        }
        return ExportedObject(
            interfaces: [
                Interface(ResponderInterface.name, methods: methods),
                UndoActions(application: relay.application, reactor: relay.reactor).interface,
            ],
            access: { _ in check })
    }

    private var methods: [Method] {
        [
            ResponderInterface.remoteControlReceived.served { [relay] call, arguments in
                guard let subtype = Int(exactly: arguments.0).flatMap({ RemoteControlSubtype(rawValue: $0) }) else {
                    return call.reply(false)
                }
                let time = Duration(microseconds: arguments.1)
                relay.send(Event(remoteControl: subtype, timestamp: time)) { call.reply($0) }
            },
            ResponderInterface.motionBegan.served { [shakes] call, arguments in
                guard Self.isShake(arguments.0) else { return call.reply(false) }
                shakes.begin(.agent, at: Duration(microseconds: arguments.1)) { call.reply($0) }
            },
            ResponderInterface.motionEnded.served { [shakes] call, arguments in
                guard Self.isShake(arguments.0) else { return call.reply(false) }
                shakes.end(.agent, at: Duration(microseconds: arguments.1)) { call.reply($0) }
            },
            ResponderInterface.motionCancelled.served { [shakes] call, arguments in
                guard Self.isShake(arguments.0) else { return call.reply(false) }
                shakes.cancel(.agent, at: Duration(microseconds: arguments.1)) { call.reply($0) }
            },
            ResponderInterface.interruptionBegan.served { [interruptions] call, arguments in
                interruptions.began(arguments.0, arguments.1)
                call.reply()
            },
            ResponderInterface.interruptionEnded.served { [interruptions] call, arguments in
                interruptions.ended(arguments.0, shouldResume: arguments.1)
                call.reply()
            },
        ]
    }

    private static func isShake(_ subtype: UInt32) -> Bool { subtype == UInt32(MotionSubtype.shake.rawValue) }
}
