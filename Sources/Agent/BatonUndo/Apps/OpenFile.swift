// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What an open file of a process tells about its window.
enum OpenFile: Equatable {
    /// The device that makes pseudo-terminals: `/dev/ptmx`, or `ptmx` in a sandbox's own `/dev/pts`.
    case master
    /// The device of a hypervisor, or a machine of KVM.
    case machine
    /// A socket, by the number that the kernel lists it under.
    case socket(UInt64)
    case other

    /// Reads the link of a file in a process' folder `fd`.
    init(_ folder: Int32, _ file: UInt32) {
        self = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let base = buffer.baseAddress else { return .other }
            let count = readlinkat(folder, "\(file)", base, buffer.count)
            // The kernel cuts a longer target; that is another file.
            guard count > 0, count < buffer.count else { return .other }
            return Self(target: UnsafeBufferPointer(start: base, count: count).map { UInt8(bitPattern: $0) })
        }
    }

    /// By the target of the link.
    init(target: [UInt8]) {
        if target.elementsEqual("/dev/ptmx".utf8) || target.suffix(9).elementsEqual("/pts/ptmx".utf8) {
            self = .master
        } else if Self.machines.contains(where: { target.elementsEqual($0.utf8) }) {
            self = .machine
        } else if target.starts(with: Self.socket.utf8), target.last == UInt8(ascii: "]"),
            let number = UInt64(String(decoding: target.dropFirst(Self.socket.utf8.count).dropLast(), as: UTF8.self))
        {
            self = .socket(number)
        } else {
            self = .other
        }
    }

    private static let socket = "socket:["
    private static let machines = [
        "/dev/kvm", "/dev/vboxdrv", "/dev/vboxdrvu", "/dev/vmmon", "anon_inode:kvm-vm",
    ]
}
