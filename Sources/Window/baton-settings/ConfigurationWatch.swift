// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonForms
import BatonReactor
import BatonSettings
import BatonSetup
import Glibc
import SystemPackage

/// The configuration file as it is: read again whenever somebody has written it, also an editor that puts a new file in its place.
final class ConfigurationWatch {
    /// Called when the view has changed.
    var onChange: (() -> Void)?
    private(set) var view = ConfigurationView()
    /// The file that batond has read, if it has told; else that which it would read.
    var usedFile: String? { didSet { if usedFile != oldValue { read() } } }

    private let environment: SetupEnvironment
    private let reactor: Reactor
    private var descriptor: FileDescriptor?
    private var watch: Watch?
    private var soon: ReactorTimer?

    /// An editor writes in several steps.
    private static let calm = Duration.milliseconds(100)

    init(_ environment: SetupEnvironment, on reactor: Reactor) {
        self.environment = environment
        self.reactor = reactor
        read()
    }

    deinit {
        soon?.cancel()
        unwatch()
    }

    /// Reads the file again, as after it was written here.
    func read() {
        // What is changed while it is read is told by the new watch.
        observe()
        let check = ConfigurationCheck(file: usedFile)
        var new = ConfigurationView()
        new.path = check.file
        new.problems = check.problems
        new.obstacle = ConfigurationEdit.obstacle(usedFile: check.file, environment)
        let paths = Paths(environment: Paths.processEnvironment())
        if let loaded = try? Configuration.load(file: check.file, paths: paths, keys: .unchecked) {
            new.settings = loaded.configuration
        } else {
            // Nothing of a refused file is used; what was right before stays to be seen.
            new.settings = view.settings
        }
        guard new != view else { return }
        view = new
        onChange?()
    }

    // MARK: Who writes it

    /// Watches the folder of the file, of the file that a link leads to, and the first folder above that is there.
    private func observe() {
        unwatch()
        let raw = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard raw >= 0 else { return }
        let file = FileDescriptor(rawValue: raw)
        descriptor = file
        let events = UInt32(
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF)
        for folder in folders { _ = inotify_add_watch(raw, folder, events) }
        watch = try? reactor.watch(file, for: .readable) { [weak self] _ in self?.noticed() }
    }

    private var folders: Set<String> {
        guard let home = environment.configHome else { return [] }
        let own = usedFile ?? "\(home)/baton/baton.conf"
        return Set([own, SetupEnvironment.target(own)].map { Self.folder(above: $0) })
    }

    private static func folder(above path: String) -> String {
        var path = path
        repeat {
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else { return "/" }
            path = String(path[..<slash])
        } while access(path, F_OK) != 0
        return path
    }

    private func noticed() {
        guard let descriptor else { return }
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
            while read(descriptor.rawValue, buffer) > 0 {}
        }
        guard soon?.isScheduled != true else { return }
        soon = reactor.schedule(after: Self.calm) { [weak self] in self?.read() }
    }

    private func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    }

    private func unwatch() {
        watch?.cancel()
        watch = nil
        try? descriptor?.close()
        descriptor = nil
    }
}
