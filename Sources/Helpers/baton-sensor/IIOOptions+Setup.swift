// SPDX-License-Identifier: Apache-2.0

import BatonIIO
import BatonSensorLink

extension IIOOptions {
    /// Makes options of the setup that batond sent.
    init(_ setup: SensorSetup) {
        let isAddress = ["ip:", "usb:", "local:", "xml:"].contains { setup.sensor.hasPrefix($0) }
        self.init(
            reading: Reading(rawValue: setup.source) ?? .auto, uri: isAddress ? setup.sensor : "local:",
            device: isAddress || setup.sensor.isEmpty ? nil : setup.sensor,
            accelerationSign: setup.accelerationSign, isProxyPresent: setup.isProxyPresent ? true : nil,
            recoveryFile: setup.recoveryFile.isEmpty ? nil : setup.recoveryFile)
        partners = setup.partners
        mountMatrices = setup.mountMatrices
    }
}
