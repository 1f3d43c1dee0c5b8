// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import SystemPackage

extension SensorFailure {
    /// Makes a failure of a system error, with what to do about it.
    ///
    /// - Parameters:
    ///   - task: what was attempted, such as "reading accel_x".
    ///   - name: the name of the sensor.
    init(_ error: Errno, _ task: String, of name: String) {
        let what = "\(name): \(task): \(error)"
        switch error {
        case .operationNotSupportedByDevice, .noSuchFileOrDirectory, .noSuchAddressOrDevice:
            self.init(.gone, "\(what); the sensor was unplugged or its driver unloaded")
        case .permissionDenied, .notPermitted:
            self.init(
                .notPermitted, "\(what); install Baton's udev rule and join the group 'baton-sensor', or let it poll")
        case .resourceBusy:
            self.init(.busy, "\(what); another program has the sensor: end it, or let Baton poll")
        case .noFunction, .notSupported, .invalidArgument, .notSupportedOnSocket:
            self.init(.unsupported, "\(what); the driver or the connection cannot do this: let Baton poll")
        case .timedOut, .resourceTemporarilyUnavailable:
            self.init(.silent, "\(what); the sensor does not answer: suspending and resuming often helps")
        case .brokenPipe, .connectionReset, .socketNotConnected, .connectionRefused, .connectionAbort:
            self.init(.gone, "\(what); the connection to iiod was lost")
        default:
            self.init(.failed, what)
        }
    }
}
