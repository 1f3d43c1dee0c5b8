// SPDX-License-Identifier: Apache-2.0

import BatonAPI
import BatonTranslation

extension DoctorText {
    /// Debian's packages of the libraries that only helpers need.
    private static let packages = [
        "libiio.so.0": "libiio0",
        "libX11.so.6": "libx11-6", "libXtst.so.6": "libxtst6", "libXRes.so.1": "libxres1",
        "libwayland-client.so.0": "libwayland-client0", "libxkbcommon.so.0": "libxkbcommon0",
        "libpulse.so.0": "libpulse0",
    ]

    /// What to install for a helper that needs the libraries of the details. Of them only those known here come into the command: it
    /// is copied into a terminal.
    static func install(_ details: Reason.Details) -> String {
        let names = details.text(.libraries).split(separator: ",").map { $0.drop { $0 == " " } }
        let found = names.compactMap { packages[String($0)] }
        let restart = "systemctl --user restart app-org.baton.Baton"
        guard !found.isEmpty, found.count == names.count else {
            return translated("install it with your package manager, then: \(restart)")
        }
        return translated("on Debian and Ubuntu: sudo apt install \(found.joined(separator: " ")) && \(restart)")
    }
}
