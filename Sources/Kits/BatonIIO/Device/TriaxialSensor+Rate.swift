// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// The device's rate, which applies to all programs that read it (rules IIO12 and IIO13).
extension TriaxialSensor {
    /// Sets the least offered rate that is not below `wanted`, if the driver and the rights allow it.
    ///
    /// - Returns: the rate that the driver reports after that, in Hz; nil when it reports none.
    func setRate(atLeast wanted: Double) -> Double? {
        let available = AvailableRates(
            (try? axes[0].text("sampling_frequency_available")) ?? (try? device.text("sampling_frequency_available")))
        let rate = available.choose(atLeast: wanted)
        write(rate: rate)
        return self.rate
    }

    /// Writes the rate to the attribute of the channel, or to that of the device. Errors are ignored, because the rate
    /// is read back.
    func write(rate: Double) {
        do {
            try axes[0].write(rate, to: "sampling_frequency")
        } catch {
            try? device.write(rate, to: "sampling_frequency")
        }
    }
}
