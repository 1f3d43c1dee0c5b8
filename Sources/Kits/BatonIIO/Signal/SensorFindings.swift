// SPDX-License-Identifier: Apache-2.0

import BatonMotion

/// What was found of sensors, and what was told of them, by kind.
///
/// It outlives an ``IIOSensor``: one that is opened again has the warnings that it had, until they are over. It allocates
/// nothing for a sample.
final class SensorFindings {
    private struct Entry {
        let device: String
        var monitor: SampleMonitor
        var told: Set<IIONotice.Kind> = []
    }

    private var entries: [SensorKind: Entry] = [:]

    /// The kinds of notices that are told when a sensor is opened.
    private static let opening: Set<IIONotice.Kind> = [.ambiguous, .mountMatrix]
    /// Those that are told when its reading begins or while it goes on, and that another reading may not have.
    private static let reading: Set<IIONotice.Kind> = [.polling, .restarted, .slow, .rate]
    /// Those that are told of the samples.
    private static let samples: Set<IIONotice.Kind> = [.gravity, .stuck]

    /// A reading of a sensor begins.
    ///
    /// - Parameters:
    ///   - device: its name and path.
    ///   - isOpened: whether it was opened since the reading before.
    /// - Returns: the kinds of notices that do not hold any more unless they are told again.
    func begin(_ kind: SensorKind, of device: String, isOpened: Bool) -> Set<IIONotice.Kind> {
        var entry = entries[kind] ?? Entry(device: device, monitor: SampleMonitor(kind))
        var over = isOpened ? Self.reading.union(Self.opening) : Self.reading
        if entry.device != device {
            // Of another sensor nothing is known.
            over.formUnion(Self.samples)
            entry = Entry(device: device, monitor: SampleMonitor(kind), told: entry.told)
        }
        entry.monitor.restart()
        over.formIntersection(entry.told)
        entry.told.subtract(over)
        entries[kind] = entry
        return over
    }

    /// Takes note of a notice that is told.
    func note(_ notice: IIONotice) {
        if notice.isOver {
            entries[notice.sensor]?.told.remove(notice.kind)
        } else {
            entries[notice.sensor]?.told.insert(notice.kind)
        }
    }

    /// Whether a notice of the kind holds.
    func holds(_ notice: IIONotice.Kind, of kind: SensorKind) -> Bool {
        entries[kind]?.told.contains(notice) == true
    }

    /// Checks a sample.
    func process(_ sample: SensorSample) -> SampleMonitor.Finding? {
        entries[sample.kind]?.monitor.process(sample)
    }
}
