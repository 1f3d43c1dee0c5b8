// SPDX-License-Identifier: Apache-2.0

import Glibc

extension LocalChecks {
    /// The checks for this process and its user.
    package init() {
        var displays: [String: String] = [:]
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "PULSE_SERVER"] {
            if let value = getenv(name), value.pointee != 0 { displays[name] = String(cString: value) }
        }
        self.init(
            installation: .current, displays: displays, groups: Self.ownGroups, isAdministrator: geteuid() == 0)
    }

    private static var ownGroups: [String] {
        let count = getgroups(0, nil)
        guard count > 0 else { return [] }
        var identifiers = [gid_t](repeating: 0, count: Int(count))
        let filled = getgroups(count, &identifiers)
        return identifiers.prefix(Int(max(0, filled))).compactMap { identifier in
            getgrgid(identifier).map { String(cString: $0.pointee.gr_name) }
        }
    }
}
