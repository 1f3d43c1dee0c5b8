// SPDX-License-Identifier: Apache-2.0

internal import BatonMotion
internal import CIIO
internal import Glibc
internal import SystemPackage

/// A snapshot of the devices at one address (spec/iio.md a). Destroyed with its last reference, after every buffer.
final class IIOContext {
    let pointer: OpaquePointer
    let uri: String

    /// Longer than a slow sensor takes for an answer over a network, shorter than anybody's patience.
    private static let timeout: UInt32 = 2000

    /// Whether the devices are this machine's, with files in /sys and a descriptor to wait for.
    var isLocal: Bool { uri == "local:" }

    /// Reads the devices at an address.
    ///
    /// - Throws: `.noSensor` where there is no IIO at all, `.failed` or `.unsupported` for an address that does not answer.
    init(uri: String) throws(SensorFailure) {
        errno = 0
        guard let pointer = iio_create_context_from_uri(uri) else {
            throw Self.failure(Errno(rawValue: errno), uri: uri)
        }
        self.pointer = pointer
        self.uri = uri
        // A local read has no use for it, and a refusal leaves the default.
        _ = iio_context_set_timeout(pointer, Self.timeout)
    }

    deinit { iio_context_destroy(pointer) }

    /// All devices, triggers too.
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
