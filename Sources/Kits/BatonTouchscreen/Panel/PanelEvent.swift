// SPDX-License-Identifier: Apache-2.0

/// One event of an event node, as the kernel reports it.
///
/// For example:
/// ```swift
/// let end = PanelEvent(type: 0, code: 0, value: 0, timestamp: .milliseconds(14))  // SYN_REPORT
/// ```
public struct PanelEvent: Sendable, Equatable {
    /// `EV_…` of the kernel's input-event-codes.h.
    public let type: UInt16
    /// The code, which the type gives its meaning.
    public let code: UInt16
    /// The value.
    public let value: Int32
    /// The time of the event, of a clock that never goes back.
    public let timestamp: Duration

    /// Makes an event.
    public init(type: UInt16, code: UInt16, value: Int32, timestamp: Duration) {
        self.type = type
        self.code = code
        self.value = value
        self.timestamp = timestamp
    }

    /// Whether it is `SYN_REPORT`: the events since the one before are of one time.
    public var isEndOfFrame: Bool { type == PanelCode.synchronization && code == PanelCode.report }
}

/// The kernel's numbers for what a touch panel reports (linux/input-event-codes.h).
package enum PanelCode {
    package static let synchronization: UInt16 = 0
    package static let report: UInt16 = 0
    package static let dropped: UInt16 = 3
    package static let key: UInt16 = 1
    package static let absolute: UInt16 = 3
    package static let x: UInt16 = 0x00
    package static let y: UInt16 = 0x01
    /// Exists with ``slot`` only in devices that are no touch panels and have every axis.
    package static let reserved: UInt16 = 0x2e
    package static let slot: UInt16 = 0x2f
    package static let positionX: UInt16 = 0x35
    package static let positionY: UInt16 = 0x36
    package static let toolType: UInt16 = 0x37
    package static let trackingID: UInt16 = 0x39
    package static let distance: UInt16 = 0x3b
}
