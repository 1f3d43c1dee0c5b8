// SPDX-License-Identifier: Apache-2.0

import Glibc

extension LocalChecks {
    /// The checks for this process and its user.
    init() {
        var environment: [String: String] = [:]
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "DISPLAY", "WAYLAND_DISPLAY"] {
            if let value = getenv(name), value.pointee != 0 { environment[name] = String(cString: value) }
        }
        self.init(environment: environment, programFolders: AgentProgram.folders, groups: Self.ownGroups)
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
