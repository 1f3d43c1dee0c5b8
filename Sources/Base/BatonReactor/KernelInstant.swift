// SPDX-License-Identifier: Apache-2.0

/// An instant in the kernel's numbers.
struct KernelInstant {
    /// In nanoseconds, rounded up.
    var nanoseconds: Int64 = 0
    /// The instant itself, if its clock tells less than a nanosecond.
    var exact: Duration?
}

extension KernelInstant {
    /// Of a clock that a test moves.
    init(_ instant: Duration) {
        self.init(nanoseconds: instant.kernelTime, exact: instant)
    }
}
