// SPDX-License-Identifier: Apache-2.0

import BatonPages

extension MonitoredEvent {
    /// The event as scripts see it.
    var json: JSON {
        .object([
            ("timestamp", .unsigned(timestamp)), ("subtype", .unsigned(UInt64(subtype))), ("event", .string(name)),
            ("input", .string(input)), ("sender", .string(sender)), ("responder", .string(responder)),
            ("outcome", .string(outcome)), ("microseconds", .unsigned(microseconds)),
        ])
    }
}
