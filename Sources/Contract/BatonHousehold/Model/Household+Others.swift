// SPDX-License-Identifier: Apache-2.0

import BatonJSON

extension Household {
    mutating func readOther(_ host: HostName, _ topic: HostTopic, _ message: HouseholdMessage, at now: Duration) {
        if hosts[host] == nil {
            guard !message.payload.isEmpty else { return }
            // However many hosts a stranger invents, a followed one is known.
            guard hosts.count < Self.mostHosts || settings.followed.contains(host) else {
                return refuse("too-many-hosts", message.topic)
            }
            hosts[host] = RemoteHost(host)
        }
        switch topic {
        case .available:
            setOnline(host, message.payload.elementsEqual("online".utf8), at: now)
            forgetIfGone(host)
        case .about:
            readAbout(host, (try? JSONReader.read(message.payload)).flatMap { HostAbout($0) }, at: now)
            show(host)
            forgetIfGone(host)
        case .now: readNow(host, message, at: now)
        case .interruptions: readInterruptions(host, message, at: now)
        case .players, .settings, .picture, .orientation, .lid, .event, .command, .volume, .ask,
            .answer:
            break
        }
    }

    /// Another machine that takes a name over says nothing of the calls of the one that had it, although its list, at the same topic,
    /// has none: nobody knows whether they last.
    private mutating func readAbout(_ name: HostName, _ about: HostAbout?, at now: Duration) {
        if let old = hosts[name]?.about?.id, let new = about?.id, old != new {
            hosts[name]?.interruptions = []
            endAll(of: name, mayResume: false, at: now)
            hosts[name]?.clock = nil
            heard.remove(name)
        }
        hosts[name]?.about = about
    }

    mutating func setOnline(_ name: HostName, _ isOnline: Bool, at now: Duration) {
        guard var host = hosts[name] else { return }
        host.isOnline = isOnline
        if isOnline { host.awaySince = nil } else if host.awaySince == nil { host.awaySince = now }
        // It tells all again before it is there again, and the broker does after a new connection. What it told before is old.
        if !isOnline { host.interruptions = [] }
        hosts[name] = host
        if isOnline {
            beginAll(of: name, at: now)
            return show(name)
        }
        // While this host itself is cut off, a call there may well go on: only the other's own end, or its will, ends it.
        if isConnected { endAll(of: name, mayResume: false, at: now) }
        heard.remove(name)
    }

    private mutating func readNow(_ name: HostName, _ message: HouseholdMessage, at now: Duration) {
        guard settings.followed.contains(name), let value = try? JSONReader.read(message.payload),
            var playing = NowPlaying(value)
        else { return }
        if message.isRetained {
            // Nobody knows how old it is: the host is asked where it is now.
            if playing.status == .playing, playing.position != nil {
                playing.position = nil
                effects.append(.publish(topic: topics.text(of: .ask, at: name), payload: [], isRetained: false))
            }
        }
        if !message.isRetained { hear(value["clock"], of: name, at: now) }
        hosts[name]?.now = playing
        hosts[name]?.toldAt = now - min(max(message.age, .zero), .seconds(3600))
        show(name)
    }

    /// Reads what a host says of its clock in a message that is live.
    mutating func hear(_ clock: JSONValue?, of name: HostName, at now: Duration) {
        guard let told = clock?.asString.flatMap({ HostInstant($0) }) else { return }
        var known = hosts[name]?.clock ?? RemoteClock(told, at: now)
        known.hear(told, at: now)
        hosts[name]?.clock = known
    }

    private mutating func show(_ name: HostName) {
        guard settings.followed.contains(name), let host = hosts[name], host.isOnline, host.now != nil else { return }
        shown.insert(name)
        effects.append(.show(host))
    }

    mutating func hide(_ name: HostName) {
        guard shown.remove(name) != nil else { return }
        effects.append(.hide(name))
    }

    /// A host that is away and says nothing of itself has been removed from the broker, or was never one.
    private mutating func forgetIfGone(_ name: HostName) {
        guard let host = hosts[name], !host.isOnline, host.about == nil else { return }
        hide(name)
        hosts[name] = nil
        expired = expired.filter { $0.host != name }
    }

    // MARK: Interruptions

    private mutating func readInterruptions(_ host: HostName, _ message: HouseholdMessage, at now: Duration) {
        guard settings.sharing.follows, let value = try? JSONReader.read(message.payload),
            let list = SharedInterruption.list(value)
        else { return }
        // What ended while this host could not hear it was missed: nothing goes on by itself then.
        let isLive = !message.isRetained && heard.contains(host)
        heard.insert(host)
        let present = Set(list.map(\.id))
        expired = expired.filter { $0.host != host || present.contains($0.interruption.id) }
        hosts[host]?.interruptions = list
        // What goes on under another identifier is one interruption: players would go on for a moment between two.
        beginAll(of: host, at: now)
        for remote in held.keys.sorted(by: RemoteInterruption.inOrder)
        where remote.host == host && !present.contains(remote.interruption.id) {
            end(remote, mayResume: isLive, at: now)
        }
    }

    /// Begins what a host shares, unless it is away: then nobody knows whether it lasts.
    private mutating func beginAll(of name: HostName, at now: Duration) {
        guard let host = hosts[name], host.isOnline else { return }
        let known = Set(held.keys.filter { $0.host == name }.map(\.interruption.id))
        guard !known.isEmpty || Set(held.keys.map(\.host)).count < Self.mostInterrupting else { return }
        for interruption in host.interruptions where !known.contains(interruption.id) {
            let remote = RemoteInterruption(name, interruption)
            guard !expired.contains(where: { $0.host == name && $0.interruption.id == interruption.id }) else {
                continue
            }
            held[remote] = now + settings.resumeLimit
            effects.append(.begin(remote))
        }
    }

    mutating func endAll(of host: HostName, mayResume: Bool, at now: Duration) {
        for remote in held.keys.sorted(by: RemoteInterruption.inOrder) where remote.host == host {
            end(remote, mayResume: mayResume, at: now)
        }
    }

    mutating func end(_ remote: RemoteInterruption, mayResume: Bool, at now: Duration) {
        let isFull = Set(held.keys.map(\.host)).count >= Self.mostInterrupting
        guard held.removeValue(forKey: remote) != nil else { return }
        effects.append(.end(remote, mayResume: mayResume))
        // Another one's has waited for the place.
        guard isFull, !held.keys.contains(where: { $0.host == remote.host }) else { return }
        for name in hosts.keys.sorted() where name != remote.host { beginAll(of: name, at: now) }
    }
}
