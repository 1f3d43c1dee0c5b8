// SPDX-License-Identifier: Apache-2.0

/// How long a message has lain in the socket, although somebody may have set the clock meanwhile by which the kernel stamps it.
///
/// The kernel stamps with the time of day. How far that was set is known from a clock that nobody sets and that counts through
/// sleep. Where it is not known whether the clock was set before the arrival or after it, the message counts as the older one: a
/// command is then refused rather than done too late. Nothing is older than the last moment at which the socket was empty.
///
/// The kernel joins what lies in a socket, and then has the time of the youngest byte only. So after the process or the machine stood
/// still, everything is as old as it may be.
struct ArrivalClock {
    /// An instant by all clocks.
    struct Instant {
        /// CLOCK_REALTIME.
        var ofDay: Duration
        /// CLOCK_BOOTTIME.
        var sinceBoot: Duration
        /// CLOCK_MONOTONIC, which stands while the machine sleeps.
        var awake: Duration
    }

    /// A machine that slept for less is not told from clocks that are read one after the other.
    private static let shortestSleep = Duration.seconds(1)

    private var empty: Instant
    private var hasStood = false

    /// - Parameter now: an instant at which the socket is empty, such as that of its creation.
    init(emptyAt now: Instant) { empty = now }

    /// Notes that everything has been read.
    mutating func isEmpty(at now: Instant) {
        empty = now
        hasStood = false
    }

    /// Notes that the process was stopped.
    mutating func stood() { hasStood = true }

    /// How long what arrived then has been here.
    ///
    /// - Parameter arrived: by the time of day.
    func age(ofWhatArrivedAt arrived: Duration, at now: Instant) -> Duration {
        let passed = now.sinceBoot - empty.sinceBoot
        let hasSlept = passed - (now.awake - empty.awake) > Self.shortestSleep
        guard !hasStood, !hasSlept else { return max(passed, .zero) }
        let set = now.ofDay - empty.ofDay - passed
        let age = now.ofDay - arrived
        return max(.zero, min(max(age, age - set), passed))
    }
}
