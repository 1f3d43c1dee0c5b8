// SPDX-License-Identifier: Apache-2.0

import BatonDoctor
import BatonForms
import BatonReactor
import BatonSettings
import BatonSetup

/// The configuration file as it is: read again whenever somebody has written it, also an editor that puts a new file in its place.
final class ConfigurationWatch {
    /// Called when the view has changed.
    var onChange: (() -> Void)?
    private(set) var view = ConfigurationView()
    /// The file that batond has read, if it has told; else that which it would read.
    var usedFile: String? { didSet { if usedFile != oldValue { read() } } }

    private let environment: SetupEnvironment
    private let reactor: Reactor
    private lazy var watch = FolderWatch(on: reactor) { [weak self] in self?.read() }

    init(_ environment: SetupEnvironment, on reactor: Reactor) {
        self.environment = environment
        self.reactor = reactor
        read()
    }

    /// Reads the file again, as after it was written here.
    func read() {
        // What is changed while it is read is told by the new watch.
        watch.observe(folders)
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

    /// The folder of the file, that of the file that a link leads to, or the first folder above that is there.
    private var folders: Set<String> {
        guard let home = environment.configHome else { return [] }
        let own = usedFile ?? "\(home)/baton/baton.conf"
        return Set([own, SetupEnvironment.target(own)].map { FolderWatch.folder(above: $0) })
    }
}
