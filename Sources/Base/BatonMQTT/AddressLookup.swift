// SPDX-License-Identifier: Apache-2.0

import BatonProcesses
package import BatonReactor
import Glibc

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
    /// The most addresses that are tried.
    private static let most = 8

    private var child: ProcessOutput?
    private var timer: ReactorTimer?

    /// Begins to look.
    ///
    /// - Parameters:
    ///   - host: a name or an address. An address is its own answer, without a child.
    ///   - limit: when to give up.
    ///   - found: called once in a later turn. The list is empty if no address came in time. It is not called after ``cancel()``.
    package init(
        of host: String, within limit: Duration = .seconds(5), on reactor: Reactor, found: @escaping ([String]) -> Void
    ) {
        guard !Self.isAddress(host), Self.isName(host) else {
            let answer = Self.isAddress(host) ? [host] : []
            timer = reactor.schedule(after: .zero) { found(answer) }
            return
        }
        child = ProcessOutput(of: ["getent", "ahosts", host], within: limit, on: reactor) { output in
            found(Self.addresses(in: output ?? []))
        }
    }

    deinit { cancel() }

    /// Ends the search. Nothing is told any more.
    package func cancel() {
        timer?.cancel()
        child?.cancel()
        child = nil
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
