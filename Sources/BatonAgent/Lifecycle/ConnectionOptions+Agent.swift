// SPDX-License-Identifier: Apache-2.0

internal import BatonDBus

extension ConnectionOptions {
    /// What one caller may cost the agent: no call to it needs more than a name or an address.
    static var ofAgent: ConnectionOptions {
        var options = ConnectionOptions()
        options.largestCall = 1 << 20
        options.largestShare = 4 << 20
        options.largestShareTogether = 16 << 20
        options.largestBody = 16 << 20
        return options
    }
}
