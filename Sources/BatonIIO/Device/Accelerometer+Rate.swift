// SPDX-License-Identifier: Apache-2.0

internal import SystemPackage

/// The device's own rate, which everyone who reads it shares (spec/iio.md c).
extension Accelerometer {
    /// Sets the least rate that is enough, if the driver and the rights allow it.
    ///
    /// - Returns: the rate that the driver says it runs at, in Hz; nil when it says none.
    func setRate(atLeast wanted: Double) -> Double? {
        let available = AvailableRates(
            (try? axes[0].text("sampling_frequency_available")) ?? (try? device.text("sampling_frequency_available")))
        let rate = available.choose(atLeast: wanted)
        write(rate: rate)
        return self.rate
    }

    /// Writes the rate where this driver has it: at the channel or at the device. A refusal shows when it is read back.
    func write(rate: Double) {
        do {
            try axes[0].write(rate, to: "sampling_frequency")
        } catch {
            try? device.write(rate, to: "sampling_frequency")
        }
    }
}
