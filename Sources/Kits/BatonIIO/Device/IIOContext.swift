// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import CIIO
import Glibc
import SystemPackage

/// A snapshot of the devices at one address (rules IIO1 to IIO4). It is destroyed with its last reference, after every
/// buffer.
final class IIOContext {
    let pointer: OpaquePointer
    let uri: String

    /// The time-out of calls over the network, in milliseconds. A larger one lets a server that hangs block longer; a
    /// slow sensor must be able to answer within it.
    private static let timeout: UInt32 = 2000

    /// Whether the devices are those of this machine, with files in /sys and a descriptor to wait for.
    var isLocal: Bool { uri == "local:" }

    /// Reads the devices at an address.
    ///
    /// - Throws: `.noSensor` if this machine has no IIO devices (rule IIO2), `.failed` or `.unsupported` for an address
    ///   that does not answer.
    init(uri: String) throws(SensorFailure) {
        errno = 0
        guard let pointer = iio_create_context_from_uri(uri) else {
            throw Self.failure(Errno(rawValue: errno), uri: uri)
        }
        self.pointer = pointer
        self.uri = uri
        // It has no effect on local reads. If it fails the default stays.
        _ = iio_context_set_timeout(pointer, Self.timeout)
    }

    deinit { iio_context_destroy(pointer) }

    /// All devices, including triggers.
    var devices: [IIODevice] {
        (0..<iio_context_get_devices_count(pointer)).compactMap { index in
            iio_context_get_device(pointer, index).map { IIODevice($0, of: self) }
        }
    }

    private static func failure(_ error: Errno, uri: String) -> SensorFailure {
        switch error {
        case .noSuchFileOrDirectory,
            .operationNotSupportedByDevice where uri == "local:":
            SensorFailure(.noSensor, "no accelerometer: this machine has no IIO devices")
        case .noFunction, .invalidArgument:
            SensorFailure(
                .unsupported, "'\(uri)' is not an address libiio knows here; use local:, ip:HOST[:PORT] or xml:FILE")
        default:
            SensorFailure(.failed, "\(uri): \(error); is the address right, and does iiod answer there?")
        }
    }
}
