// SPDX-License-Identifier: Apache-2.0

import Glibc

/// `make bench-machines`: baton-mqtt beside what a message and two calls cost, and its memory (docs/figures.md).
enum MachinesBench {
    /// The most that is allowed, and why: issue 33 and docs/machines.md.
    private static let (ratio, alone, many, busy) = (1.5, 1.6, 4.0, 0.01)

    static func run(_ arguments: [String]) throws {
        let options = try Options(arguments)
        if let processor = options.processor { try Affinity.pin(to: processor) }
        let count = max(options.commands / 20, 10)
        let quick = try MachinesLatency.measure(BenchBroker(["set_tcp_nodelay true"]), options, count: count)
        let usual = try MachinesLatency.measure(BenchBroker([]), options, count: count)
        let memory = try MachinesMemory.measure(options)
        if !options.heading.isEmpty { print(options.heading + "\n") }
        print("| | broker as it comes | with `set_tcp_nodelay true` |\n|---|---:|---:|")
        row("call of the remote player → call at the player, p50, µs", usual.remote.median, quick.remote.median)
        row("the same, p99, µs", usual.remote.percentile(0.99), quick.remote.percentile(0.99))
        row("a message through the broker, QoS 0, p50, µs", usual.atMostOnce.median, quick.atMostOnce.median)
        row("the same, QoS 1, p50, µs", usual.atLeastOnce.median, quick.atLeastOnce.median)
        row("the same, QoS 1, p99, µs", usual.atLeastOnce.percentile(0.99), quick.atLeastOnce.percentile(0.99))
        row("a call through the forwarder, p50, µs", usual.forwarder.median, quick.forwarder.median)
        if !options.heading.isEmpty { print("\n" + options.heading) }
        print("\n| bar | at most | measured | |\n|---|---:|---:|---|")
        var isKept = bar("remote call / (message + two forwarded calls), broker as it comes", ratio, usual.ratio)
        isKept = bar("the same, `set_tcp_nodelay true`", ratio, quick.ratio) && isKept
        isKept = bar("private memory, MiB", alone, memory.alone) && isKept
        isKept = bar("more by TLS, MiB (mosquitto_sub's)", memory.secureSub, memory.secure) && isKept
        isKept = bar("wake-ups in 10 s without a message", 0, Double(memory.wakeUps)) && isKept
        isKept = bar("private memory with 50 machines, MiB", many, memory.many) && isKept
        isKept = bar("processor at 10 changes a second, %", busy * 100, memory.busy * 100) && isKept
        guard isKept else { throw BenchError("a bar of baton-mqtt is broken") }
    }

    private static func row(_ name: String, _ usual: Double, _ quick: Double) {
        print("| \(name) | \(Report.text(usual, 1)) | \(Report.text(quick, 1)) |")
    }

    private static func bar(_ name: String, _ most: Double, _ value: Double) -> Bool {
        print("| \(name) | \(Report.text(most, 2)) | \(Report.text(value, 2)) | \(value <= most ? "kept" : "broken") |")
        return value <= most
    }
}
