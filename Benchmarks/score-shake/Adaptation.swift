// SPDX-License-Identifier: Apache-2.0

import BatonMotion
import BatonMotionReport

/// What answers to questions do for each person of a library, beside what a calibration does (rule SHAKE17).
///
/// A person shakes, and uses the device for as long as their recordings of ordinary movement last, until ten questions were
/// accepted. Each movement that is taken for a shake is a question that they dismiss.
struct Adaptation {
    /// How far a movement is above the bars of low, medium and high.
    typealias Margins = [ShakeSensitivity: Double]

    /// The recordings of a person with a device.
    struct Person {
        let name: String
        var shakes: [Margins] = []
        /// The movements of each recording without shakes.
        var others: [[Margins]] = []
        var hours = 0.0
    }

    /// A share of shakes that were found, and false ones an hour.
    struct Result {
        var found = 0.0
        var falseShakes = 0.0
        var hours = 0.0

        mutating func add(_ other: Result) {
            found += other.found
            falseShakes += other.falseShakes
            hours += other.hours
        }
    }

    /// How many questions are accepted.
    private static let answers = 10
    /// After so many shakes a person gives up.
    private static let patience = 100

    let people: [Person]

    init(_ library: Library) {
        var people: [String: Person] = [:]
        for (entry, samples) in library.recordings {
            let name = entry.group ?? "?"
            let movements = Self.movements(samples)
            if entry.label == "shake" {
                people[name, default: Person(name: name)].shakes += (entry.bouts ?? []).map { bout in
                    let begin = bout.onset ?? bout.t0
                    return Self.best(movements.filter { $0.time >= begin && $0.time <= bout.t1 + 0.5 }.map(\.margins))
                }
            } else if entry.class == "ordinary" {
                people[name, default: Person(name: name)].others.append(Self.joined(movements))
                people[name, default: Person(name: name)].hours += entry.duration_s / 3600
            }
        }
        self.people = people.values.filter { $0.shakes.count >= Self.answers && !$0.others.isEmpty }
            .sorted { $0.name < $1.name }
    }

    /// A table for docs/shake.md.
    var text: String {
        var lines = [
            "| \(people.count) people | found: no answers | ten accepted | calibrated | false an hour: no answers "
                + "| ten accepted | calibrated |", "|---|---|---|---|---|---|---|",
        ]
        let rows = people.map { ($0, outcome($0)) }
        let gentle = rows.filter { $0.1[0].found < 0.9 }
        for (name, rows) in [
            ("all", rows), ("of whom less than 0.9 are found", gentle),
            ("the others", rows.filter { $0.1[0].found >= 0.9 }),
        ] where !rows.isEmpty {
            let sums = (0..<3).map { index in
                rows.reduce(into: Result()) { $0.add($1.1[index]) }
            }
            let found = sums.map { Self.decimal($0.found / Double(rows.count)) }
            let rates = sums.map { Self.decimal($0.falseShakes / max($0.hours, 1e-9)) }
            lines.append("| \(name) (\(rows.count)) | " + (found + rates).joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n")
    }

    // MARK: A person

    /// The results without answers, with ten accepted questions, and with a calibration.
    private func outcome(_ person: Person) -> [Result] {
        var random = Shuffle(person.name)
        let order = random.order(person.shakes.count)
        let shift = learned(person, order).value
        let five = order.prefix(ShakeCalibration.shakes).map { person.shakes[$0] }
        let rest = random.order(person.others.count).prefix(2).flatMap { person.others[$0] }
        let calibration = ShakeCalibration(trials: ShakeSensitivity.allCases.map { Self.trial($0, five, rest) })
        let level = calibration.proposal?.sensitivity ?? .medium
        return [(.medium, 0), (.medium, shift), (level, calibration.raise ?? 0)].map { result(person, $0.0, $0.1) }
    }

    private func learned(_ person: Person, _ order: [Int]) -> LearnedShift {
        var learned = LearnedShift()
        var accepted = 0
        for number in 0..<Self.patience where accepted < Self.answers {
            let shake = person.shakes[order[number % order.count]]
            if Self.isShake(shake, .medium, learned.value) {
                learned.accepted()
                accepted += 1
            }
            for movement in person.others[number % person.others.count]
            where Self.isShake(movement, .medium, learned.value) { learned.dismissed() }
        }
        return learned
    }

    private func result(_ person: Person, _ level: ShakeSensitivity, _ raise: Double) -> Result {
        let found = person.shakes.filter { Self.isShake($0, level, raise) }.count
        let falseShakes = person.others.joined().filter { Self.isShake($0, level, raise) }.count
        return Result(
            found: Double(found) / Double(person.shakes.count), falseShakes: Double(falseShakes), hours: person.hours)
    }

    private static func isShake(_ margins: Margins, _ level: ShakeSensitivity, _ raise: Double) -> Bool {
        // No bar is lower than that of high.
        margins[level, default: -.infinity] >= raise && margins[.high, default: -.infinity] >= 0
    }

    private static func trial(
        _ level: ShakeSensitivity, _ shakes: [Margins], _ rest: [Margins]
    ) -> ShakeCalibration.Trial {
        let margins = shakes.map { $0[level, default: -.infinity] }
        let others = rest.map { $0[level, default: -.infinity] }
        return ShakeCalibration.Trial(
            sensitivity: level, bar: 0, margins: margins, falseTriggers: others.filter { $0 >= 0 }.count,
            closest: others.max() ?? -.infinity)
    }

    // MARK: The recordings

    private static func movements(_ samples: [SensorSample]) -> [(time: Double, margins: Margins)] {
        var detector = ShakeDetector(ShakeSettings(sensitivity: .low, raise: 5), isExplaining: true)
        let model = ShakeModel.builtIn
        var result: [(time: Double, margins: Margins)] = []
        for sample in samples {
            _ = detector.process(sample)
            let measure = detector.measure
            guard measure.isJudged, let features = measure.features, let score = measure.score else { continue }
            let pairs = ShakeSensitivity.allCases.map { ($0, score - model.bar($0, interval: features[.interval])) }
            result.append((sample.timestamp / .seconds(1), Margins(uniqueKeysWithValues: pairs)))
        }
        return result
    }

    private static func best(_ margins: [Margins]) -> Margins {
        margins.reduce(into: [:]) { best, next in best.merge(next) { max($0, $1) } }
    }

    /// Movements that are less than a second apart are one.
    private static func joined(_ movements: [(time: Double, margins: Margins)]) -> [Margins] {
        var result: [Margins] = []
        var last = -Double.infinity
        for (time, margins) in movements {
            if time - last < 1 {
                result[result.count - 1].merge(margins) { max($0, $1) }
            } else {
                result.append(margins)
            }
            last = time
        }
        return result
    }

    private static func decimal(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
}

/// An order by chance that is the same in each run.
private struct Shuffle: RandomNumberGenerator {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ name: String) {
        for byte in name.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func order(_ count: Int) -> [Int] { Array(0..<count).shuffled(using: &self) }
}
