// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
package import BatonReactor
import Glibc
import SystemPackage

/// The addresses of a host, found by a child process, because the system's resolver waits.
///
/// The child is `getent ahosts`, which asks what every program asks: /etc/hosts, mDNS, DNS. Not thread-safe: use it on the
/// thread that runs the reactor.
///
/// For example:
/// ```swift
/// let lookup = AddressLookup(of: "home.local", on: reactor) { addresses in connect(to: addresses) }
/// ```
package final class AddressLookup {
    /// The most of the child's output that is read.
    private static let longest = 16_384
    /// The most addresses that are tried.
    private static let most = 8

    private var child: Subprocess?
    private var timer: ReactorTimer?
    private var watch: Watch?
    private var output: FileDescriptor?
    private var text: [UInt8] = []
    private var told: (([String]) -> Void)?

    /// Begins to look.
    ///
    /// - Parameters:
    ///   - host: a name or an address. An address is its own answer, without a child.
    ///   - limit: when to give up.
    ///   - found: called once in a later turn. The list is empty if no address came in time. It is not called after ``cancel()``.
    package init(
        of host: String, within limit: Duration = .seconds(5), on reactor: Reactor, found: @escaping ([String]) -> Void
    ) {
        told = found
        guard !Self.isAddress(host), Self.isName(host), let ends = try? FileDescriptor.pipe() else {
            let answer = Self.isAddress(host) ? [host] : []
            timer = reactor.schedule(after: .zero) { [weak self] in self?.finish(answer) }
            return
        }
        output = ends.readEnd
        _ = fcntl(ends.readEnd.rawValue, F_SETFL, O_NONBLOCK)
        _ = fcntl(ends.readEnd.rawValue, F_SETFD, FD_CLOEXEC)
        timer = reactor.schedule(after: limit) { [weak self] in self?.finish([]) }
        // The output ends when the child ends.
        watch = try? reactor.watch(ends.readEnd, for: .readable) { [weak self] _ in self?.read() }
        child = try? Subprocess(
            ["getent", "ahosts", host], environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C"], output: ends.writeEnd,
            reactor: reactor
        ) { _ in }
        try? ends.writeEnd.close()
        if child == nil { timer = reactor.schedule(after: .zero) { [weak self] in self?.finish([]) } }
    }

    deinit { cancel() }

    /// Ends the search. Nothing is told any more.
    package func cancel() {
        told = nil
        timer?.cancel()
        watch?.cancel()
        watch = nil
        child = nil
        try? output?.close()
        output = nil
    }

    private func read() {
        guard let output else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = try? bytes.withUnsafeMutableBytes { try output.read(into: $0) }
        guard let count else { return }
        if count > 0, text.count < Self.longest { return text += bytes.prefix(count) }
        finish(Self.addresses(in: text))
    }

    private func finish(_ addresses: [String]) {
        let told = told
        cancel()
        told?(addresses)
    }

    /// The addresses in the lines of `getent ahosts`: the first word of each, each once, in their order.
    static func addresses(in output: [UInt8]) -> [String] {
        var found: [String] = []
        for line in output.split(separator: UInt8(ascii: "\n")) {
            let word = line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            let address = String(decoding: word, as: UTF8.self)
            guard isAddress(address), !found.contains(address) else { continue }
            found.append(address)
            if found.count == most { break }
        }
        return found
    }

    /// Whether the text is an address of IPv4, or one of IPv6 with or without a zone.
    static func isAddress(_ text: String) -> Bool {
        var place = in6_addr()
        let bare = String(text.prefix { $0 != "%" })
        return inet_pton(AF_INET, text, &place) == 1 || inet_pton(AF_INET6, bare, &place) == 1
    }

    /// Whether the text may be a host's name. It becomes an argument of a program.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 253 && text.utf8.first != UInt8(ascii: "-")
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    }
}
