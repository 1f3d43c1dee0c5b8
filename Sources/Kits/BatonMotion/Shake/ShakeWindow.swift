// SPDX-License-Identifier: Apache-2.0

/// The smoothed specific force of the last 0.6 s, of a sparse sensor the last second, with at most 67 entries a second,
/// and its sums. It never allocates.
///
/// The sums make the features that need no look at single entries cost the same for any rate (rule SHAKE4).
struct ShakeWindow: Sendable {
    struct Entry {
        /// Seconds on the detector's clock.
        var time = 0.0
        /// The smoothed specific force, in m/s².
        var force = Acceleration.zero
        /// The unsmoothed specific force, in m/s².
        var raw = Acceleration.zero
        /// How many samples the entry is the mean of.
        var samples = 1.0
        /// The square of the step of ``raw`` from the entry before, in (m/s²)².
        var rawStep = 0.0
        /// The square of the step of ``force`` from the entry before, divided by the time between them.
        var forceStep = 0.0
    }

    /// Length in seconds: two half swings of the slowest shake. A larger value delays the recognition; a smaller one
    /// takes more single gestures for shakes.
    static let length = 0.6
    /// Length in seconds for a sparse sensor, which has six samples in 0.6 s: too few to tell a shake from a gesture.
    static let sparseLength = 1.0
    /// Shortest time between two entries, in seconds; samples that come sooner are averaged. A smaller value needs more
    /// entries.
    private static let spacing = 0.0149
    /// Entries: 0.6 s at the shortest spacing need 42. It is a power of two, because indices are masked.
    private static let capacity = 64

    private var entries = InlineArray<64, Entry>(repeating: Entry())
    private var first = 0
    private(set) var count = 0
    /// The time that ``sums`` are relative to, so that they stay exact on a clock that runs for days.
    private var base = 0.0
    private var sums = ShakeSums()

    /// Removes all entries.
    mutating func removeAll() {
        first = 0
        count = 0
        sums = ShakeSums()
    }

    /// The entry at an offset from the oldest one.
    subscript(offset: Int) -> Entry { entries[index(offset)] }

    /// Calls a function with each entry, the oldest first.
    func forEach(_ body: (borrowing Entry) -> Void) {
        let entries = entries.span
        for offset in 0..<count { body(entries[index(offset)]) }
    }

    /// Adds a sample, and removes the entries that are older than the window.
    ///
    /// - Returns: whether the sample is a new entry, and not part of the one before.
    // Inlined into the detector: four calls for each sample cost an eighth of its time.
    @inline(__always)
    mutating func add(_ force: Acceleration, _ raw: Acceleration, at time: Double, length: Double) -> Bool {
        while count > 0, time - entries[first].time > length { removeFirst() }
        if count > 0, time - entries[index(count - 1)].time < Self.spacing {
            merge(force, raw)
            return false
        }
        if count == Self.capacity { removeFirst() }
        if count == 0 { base = time }
        var entry = Entry(time: time, force: force, raw: raw)
        if count > 0 { step(from: entries[index(count - 1)], to: &entry) }
        entries[index(count)] = entry
        count += 1
        sums.add(entry, base, 1)
        return true
    }

    /// The moments of the window; nil while it has fewer than four entries or no length.
    var moments: ShakeMoments? {
        guard count >= 4 else { return nil }
        return ShakeMoments(sums, count: Double(count), base: base, last: entries[index(count - 1)].time)
    }

    private mutating func merge(_ force: Acceleration, _ raw: Acceleration) {
        let place = index(count - 1)
        var entry = entries[place]
        sums.add(entry, base, -1)
        entry.samples += 1
        entry.force = entry.force + (force - entry.force) * (1 / entry.samples)
        entry.raw = entry.raw + (raw - entry.raw) * (1 / entry.samples)
        if count > 1 { step(from: entries[index(count - 2)], to: &entry) }
        entries[place] = entry
        sums.add(entry, base, 1)
    }

    private func step(from before: Entry, to entry: inout Entry) {
        entry.rawStep = (entry.raw - before.raw).squaredMagnitude
        entry.forceStep = (entry.force - before.force).squaredMagnitude / (entry.time - before.time)
    }

    private func index(_ offset: Int) -> Int { (first + offset) & (Self.capacity - 1) }

    private mutating func removeFirst() {
        sums.add(entries[first], base, -1)
        first = (first + 1) & (Self.capacity - 1)
        count -= 1
        // Rounding errors of the sums must not accumulate.
        if first == 0 || count == 0 { sumAnew() }
    }

    private mutating func sumAnew() {
        sums = ShakeSums()
        guard count > 0 else { return }
        base = entries[first].time
        for offset in 0..<count { sums.add(entries[index(offset)], base, 1) }
    }
}

/// Sums over the entries of a window.
struct ShakeSums: Sendable {
    var time = 0.0
    var squaredTime = 0.0
    var force = Acceleration.zero
    var forceTime = Acceleration.zero
    /// The products x·x, y·y and z·z.
    var squares = Acceleration.zero
    /// The products y·z, z·x and x·y.
    var products = Acceleration.zero
    var rawSteps = 0.0
    var forceSteps = 0.0

    /// Adds an entry, or takes it away if `sign` is -1.
    // Inlined, so that a new entry is added from registers: from memory, where it was just written, it takes twice as long.
    @inline(__always)
    mutating func add(_ entry: ShakeWindow.Entry, _ base: Double, _ sign: Double) {
        let t = entry.time - base
        let f = entry.force
        time += sign * t
        squaredTime += sign * t * t
        force = force + f * sign
        forceTime = forceTime + f * (sign * t)
        squares = squares + Acceleration(x: f.x * f.x, y: f.y * f.y, z: f.z * f.z) * sign
        products = products + Acceleration(x: f.y * f.z, y: f.z * f.x, z: f.x * f.y) * sign
        rawSteps += sign * entry.rawStep
        forceSteps += sign * entry.forceStep
    }
}
