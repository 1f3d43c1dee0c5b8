// SPDX-License-Identifier: Apache-2.0

import BatonFiles
import BatonHousehold
import BatonMQTT
import Glibc

/// Who this host is in a household: a machine, and a user of it.
struct MachineIdentity: Equatable {
    let id: HostID
    /// The machine's own name.
    let machine: String

    /// What the identifier is made for: another program's of the same machine is another one, and none tells the machine's.
    private static let purpose = "org.baton.household"

    /// The identity of a machine's identifier, its name and a user; made as `sd_id128_get_machine_app_specific` makes one.
    init(machineID: String, machine: String, user: uid_t) {
        id = HostID(digest: KeyedDigest.sha256(key: Array(machineID.utf8), of: Array("\(Self.purpose) \(user)".utf8)))
        self.machine = machine
    }

    /// This machine's, and this process's user's.
    static var present: MachineIdentity {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let machine = SmallFile.firstLine("/etc/machine-id") ?? SmallFile.firstLine("/var/lib/dbus/machine-id")
        // Without an identifier the name is what there is; two machines of one name differ in nothing then.
        return MachineIdentity(machineID: machine ?? host, machine: host, user: getuid())
    }
}
