// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// The rooms and the arrows between them are docs/architecture.md; arrows go down only.
import Glibc
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// The floors and wings of the house, from the ground up (docs/architecture.md). A target needs targets of its own floor and of
/// those below; Agent, Helpers, Command, Machines and Window are wings above Contract that never import one another. `.ci/house`
/// checks it.
enum Floor: String {
    case system = "System"
    case base = "Base"
    case kits = "Kits"
    case contract = "Contract"
    case agent = "Agent"
    case helpers = "Helpers"
    case command = "Command"
    case machines = "Machines"
    case window = "Window"

    func folder(of target: String) -> String { "Sources/\(rawValue)/\(target)" }
}

/// A C library of the system as a module.
func library(of name: String, pkgConfig: String? = nil, _ debian: [String] = []) -> Target {
    .systemLibrary(
        name: name, path: Floor.system.folder(of: name), pkgConfig: pkgConfig,
        providers: debian.isEmpty ? nil : [.apt(debian)])
}

/// A target that others import.
func room(
    _ name: String, _ floor: Floor, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: floor.folder(of: name), resources: resources,
        swiftSettings: strict)
}

/// A program that is installed.
func program(_ name: String, _ wing: Floor, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: wing.folder(of: name), swiftSettings: strict)
}

/// A program that shows or measures something, and is not installed.
func program(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", exclude: exclude, swiftSettings: strict)
}

/// What tests of more than one target use.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: strict)
}

/// The tests of a target, in a folder of its floor's name.
func tests(_ name: String, _ floor: Floor, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(floor.rawValue)/\(name)", exclude: exclude,
        swiftSettings: strict)
}

let package = Package(
    name: "Baton",
    products: [
        .library(name: "BatonEvents", targets: ["BatonEvents"]),
        .library(name: "BatonControls", targets: ["BatonControls"]),
        .library(name: "BatonButtons", targets: ["BatonButtons"]),
        .library(name: "BatonMotion", targets: ["BatonMotion"]),
        .library(name: "BatonCoreMotion", targets: ["BatonCoreMotion"]),
        .library(name: "BatonReactor", targets: ["BatonReactor"]),
        .library(name: "BatonReactorHost", targets: ["BatonReactorHost"]),
        .library(name: "BatonProcesses", targets: ["BatonProcesses"]),
        .library(name: "BatonUdev", targets: ["BatonUdev"]),
        .library(name: "BatonDBus", targets: ["BatonDBus"]),
        .library(name: "BatonMPRIS", targets: ["BatonMPRIS"]),
        .library(name: "BatonIIO", targets: ["BatonIIO"]),
        .library(name: "BatonIIOMotion", targets: ["BatonIIOMotion"]),
        .library(name: "BatonMotionClient", targets: ["BatonMotionClient"]),
        .library(name: "BatonApplication", targets: ["BatonApplication"]),
        .library(name: "BatonInput", targets: ["BatonInput"]),
        .library(name: "BatonTouchscreen", targets: ["BatonTouchscreen"]),
        .library(name: "BatonWayland", targets: ["BatonWayland"]),
        // No program is listed: SwiftPM makes a product of each here all the same, and resolves for an app what the listed
        // products need.
    ],
    // A range where a library product links the package: an app has a version of its own. Exact where only programs do; an app
    // that uses the libraries does not resolve these (`.ci/embed` shows it). `.ci/versions` has what is tested, and `.ci/pins` builds with it.
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", "1.4.0"..<"2.0.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        // System: module maps and header-only shims; no logic.
        library(of: "CDBus", pkgConfig: "dbus-1", ["libdbus-1-dev"]),
        library(of: "CEvdev", pkgConfig: "libevdev", ["libevdev-dev"]),
        library(of: "CINI", pkgConfig: "inih", ["libinih-dev"]),
        library(of: "CIIO", pkgConfig: "libiio", ["libiio-dev"]),
        library(of: "CX11", pkgConfig: "xtst", ["libx11-dev", "libxres-dev", "libxtst-dev"]),
        library(of: "CWayland", pkgConfig: "wayland-client", ["libwayland-dev"]),
        library(of: "CXKB", pkgConfig: "xkbcommon", ["libxkbcommon-dev"]),
        library(of: "CUdev", pkgConfig: "libudev", ["libudev-dev"]),
        library(of: "CPulse", ["libpulse-dev"]),
        library(of: "CAdwaita", pkgConfig: "libadwaita-1", ["libadwaita-1-dev"]),
        library(of: "CMosquitto", pkgConfig: "libmosquitto", ["libmosquitto-dev", "libssl-dev"]),
        library(of: "CMath"),
        library(of: "CIntl"),
        .target(name: "CLinux", path: "Sources/System/CLinux"),
        .target(name: "CAbsent", path: "Sources/System/CAbsent"),
        .target(name: "CArguments", path: "Sources/System/CArguments"),

        // Base: what every program does with the machine and the bus.
        room("BatonReactor", .base, ["CLinux", systemPackage]),
        // No I/O: text from outside as it may be shown, and a queue.
        room("BatonValues", .base),
        room("BatonFiles", .base, [systemPackage]),
        room("BatonProcesses", .base, ["CLinux", "BatonFiles", "BatonReactor", "BatonValues", systemPackage]),
        room("BatonUdev", .base, ["CUdev", "BatonReactor", systemPackage]),
        // For apps with Swift's tasks: the one place with Dispatch. No program here links it.
        room("BatonReactorHost", .base, ["BatonReactor", systemPackage]),
        room("BatonDBus", .base, ["CDBus", "BatonReactor", "BatonValues", systemPackage]),
        // A text of JSON from outside, read within bounds.
        room("BatonJSON", .base),
        // MQTT by libmosquitto; it knows nothing of Baton.
        room(
            "BatonMQTT", .base, ["CMosquitto", "BatonProcesses", "BatonReactor", "BatonValues", systemPackage]),
        room("BatonLog", .base, ["BatonReactor", "BatonValues"]),
        room("BatonTranslation", .base, ["CIntl"]),

        // Kits: the libraries that others embed. The first six do no I/O: they have the standard library, and the C library's
        // mathematics. BatonGeometry is no product: BatonEvents gives it on.
        room("BatonGeometry", .kits, ["CMath"]),
        room("BatonEvents", .kits, ["CMath", "BatonGeometry"]),
        room("BatonControls", .kits, ["BatonEvents"]),
        room("BatonButtons", .kits, ["BatonEvents"]),
        room("BatonMotion", .kits, ["CMath", "BatonValues"], resources: [.embedInCode("Shake/Model/shake.model")]),
        room("BatonCoreMotion", .kits, ["CMath", "BatonMotion", "BatonValues"]),
        room("BatonMPRIS", .kits, ["BatonDBus", "BatonReactor", "BatonValues"]),
        room(
            "BatonIIO", .kits,
            [
                "CIIO", "CUdev", "BatonFiles", "BatonMotion", "BatonProcesses", "BatonReactor", "BatonValues",
                systemPackage,
            ]),
        room("BatonIIOMotion", .kits, ["BatonCoreMotion", "BatonIIO", "BatonMotion", "BatonReactor", "BatonUdev"]),
        room("BatonInput", .kits, ["CEvdev", "CUdev", "BatonReactor", "BatonValues", systemPackage]),
        room(
            "BatonTouchscreen", .kits,
            ["CEvdev", "CUdev", "BatonEvents", "BatonInput", "BatonReactor", "BatonValues", systemPackage]),
        // Touches of a window whose toolkit has connected to the compositor.
        room("BatonWayland", .kits, ["CWayland", "BatonEvents"]),

        // Contract: what Baton's programs say to each other, and what more than one of them decides.
        // What the hosts of a household say to each other; no I/O.
        room("BatonHousehold", .contract, ["BatonJSON", "BatonValues"]),
        // What baton-mqtt tells batonctl of the broker and of the household.
        room("BatonMachinesLink", .contract, ["BatonJSON", "BatonValues"]),
        room("BatonAPI", .contract, ["BatonDBus", "BatonEvents", "BatonMotion", "BatonTranslation", "BatonValues"]),
        // The agent as other programs see it.
        room("BatonClient", .contract, ["BatonAPI", "BatonDBus", "BatonReactor", "BatonValues"]),
        // For apps: the agent's sensors as a source of motion.
        room(
            "BatonMotionClient", .contract,
            [
                "BatonAPI", "BatonClient", "BatonCoreMotion", "BatonDBus", "BatonMotion", "BatonReactor", "BatonValues",
                systemPackage,
            ]),
        // For apps: an application object that is a responder of the agent.
        room(
            "BatonApplication", .contract,
            [
                "BatonAPI", "BatonClient", "BatonCoreMotion", "BatonDBus", "BatonEvents", "BatonMotion", "BatonMPRIS",
                "BatonReactor", "BatonValues",
            ]),
        room("BatonSensorLink", .contract, ["BatonFiles", "BatonMotion", "BatonProcesses", systemPackage]),
        room("BatonKeysLink", .contract, ["BatonProcesses", systemPackage]),
        room("BatonInterruptions", .contract),
        room("BatonAudioLink", .contract, ["BatonInterruptions", "BatonProcesses", "BatonReactor"]),
        room("BatonShortcuts", .contract, ["BatonDBus", "BatonFiles", "BatonReactor", "BatonValues", systemPackage]),
        room(
            "BatonSettings", .contract,
            [
                "CINI", "BatonAPI", "BatonButtons", "BatonEvents", "BatonFiles", "BatonInterruptions", "BatonMotion",
                "BatonValues", systemPackage,
            ]),
        // What the set-up changes in a desktop, and takes back.
        room(
            "BatonSetup", .contract,
            ["BatonFiles", "BatonSettings", "BatonShortcuts", "BatonTranslation", "BatonValues", systemPackage]),
        // What is said of the rows of the doctor and of what is installed, and which promises are kept here.
        room(
            "BatonDoctor", .contract,
            [
                "BatonAPI", "BatonFiles", "BatonMachinesLink", "BatonMotion", "BatonSettings", "BatonTranslation",
                "BatonValues",
            ]),
        // What the pages of the state show, as values; no I/O. The second follows them on the bus.
        room(
            "BatonPages", .contract,
            [
                "BatonAPI", "BatonClient", "BatonDBus", "BatonDoctor", "BatonEvents", "BatonInterruptions",
                "BatonMPRIS", "BatonReactor", "BatonTranslation", "BatonValues",
            ]),
        room(
            "BatonLivePages", .contract,
            [
                "BatonAPI", "BatonClient", "BatonDBus", "BatonDoctor", "BatonEvents", "BatonMPRIS", "BatonPages",
                "BatonReactor", "BatonTranslation", "BatonValues",
            ]),

        // The wing of the agent.
        room("BatonState", .agent, ["BatonFiles", "BatonMotion", "BatonSettings", systemPackage]),
        room(
            "BatonSession", .agent,
            [
                "CLinux", "BatonAPI", "BatonDBus", "BatonFiles", "BatonLog", "BatonProcesses", "BatonReactor",
                "BatonSettings", "BatonValues", systemPackage,
            ]),
        room(
            "BatonRouting", .agent,
            [
                "BatonAPI", "BatonDBus", "BatonEvents", "BatonLog", "BatonMPRIS", "BatonProcesses", "BatonReactor",
                "BatonSession", "BatonSettings", "BatonState", "BatonValues",
            ]),
        room(
            "BatonIntake", .agent,
            [
                "BatonAPI", "BatonButtons", "BatonDBus", "BatonEvents", "BatonInput", "BatonLog", "BatonMPRIS",
                "BatonProcesses", "BatonReactor", "BatonRouting", "BatonSession", "BatonSettings", "BatonShortcuts",
                "BatonState", "BatonUdev", "BatonValues", systemPackage,
            ]),
        // Motion: the sensor's process, shakes, and the programs that read samples.
        room(
            "BatonSensing", .agent,
            [
                "BatonAPI", "BatonDBus", "BatonEvents", "BatonFiles", "BatonLog", "BatonMotion", "BatonProcesses",
                "BatonReactor", "BatonRouting", "BatonSensorLink", "BatonSession", "BatonSettings", "BatonState",
                "BatonUdev", "BatonValues", systemPackage,
            ]),
        // Pictures of players, for clients that open files only.
        room(
            "BatonArtwork", .agent,
            [
                "CLinux", "BatonFiles", "BatonProcesses", "BatonReactor", "BatonRouting", "BatonSession",
                "BatonSettings", "BatonValues", systemPackage,
            ]),
        room(
            "BatonInterruptionCauses", .agent,
            [
                "BatonAPI", "BatonAudioLink", "BatonDBus", "BatonEvents", "BatonFiles", "BatonInterruptions",
                "BatonLog", "BatonMPRIS", "BatonProcesses", "BatonReactor", "BatonRouting", "BatonSession",
                "BatonSettings", "BatonState", "BatonValues", systemPackage,
            ]),
        room(
            "BatonUndo", .agent,
            [
                "BatonAPI", "BatonDBus", "BatonFiles", "BatonJSON", "BatonKeysLink", "BatonLog", "BatonProcesses",
                "BatonReactor", "BatonSession", "BatonSettings", "BatonState", "BatonTranslation", "BatonValues",
                systemPackage,
            ]),
        room(
            "BatonAgent", .agent,
            [
                "CLinux", "BatonAPI", "BatonArtwork", "BatonButtons", "BatonDBus", "BatonEvents", "BatonFiles",
                "BatonIntake",
                "BatonInterruptionCauses", "BatonInterruptions", "BatonLog", "BatonMotion", "BatonMPRIS",
                "BatonProcesses", "BatonReactor", "BatonRouting", "BatonSensing", "BatonSensorLink", "BatonSession",
                "BatonSettings", "BatonShortcuts", "BatonState", "BatonTranslation", "BatonUndo", "BatonValues",
                systemPackage,
            ]),
        program("batond", .agent, ["CArguments", "BatonAgent"]),

        // The wing of the helpers.
        program(
            "baton-sensor", .helpers,
            [
                "CArguments", "BatonCoreMotion", "BatonIIO", "BatonMotion", "BatonProcesses", "BatonReactor",
                "BatonSensorLink", "BatonUdev", systemPackage,
            ]),
        program(
            "baton-keys", .helpers,
            [
                "CArguments", "CLinux", "CWayland", "CX11", "CXKB", "BatonKeysLink", "BatonProcesses", "BatonReactor",
                systemPackage,
            ]),
        program(
            "baton-audio", .helpers,
            [
                "CArguments", "CLinux", "CPulse", "BatonAudioLink", "BatonFiles", "BatonInterruptions",
                "BatonProcesses", "BatonReactor", "BatonValues", systemPackage,
            ]),

        // The wing of other machines: a client of the session bus and of a broker.
        room("BatonHomeAssistant", .machines, ["BatonHousehold", "BatonJSON"]),
        program(
            "baton-mqtt", .machines,
            [
                "CArguments", "BatonAPI", "BatonClient", "BatonDBus", "BatonEvents", "BatonFiles",
                "BatonHomeAssistant", "BatonHousehold", "BatonJSON", "BatonLog", "BatonMachinesLink", "BatonMPRIS",
                "BatonMQTT", "BatonProcesses", "BatonReactor", "BatonSettings", "BatonValues", systemPackage,
            ]),

        // The wing of the command line. What it draws with: characters, colors, SVG.
        room("BatonDrawing", .command, ["BatonValues"]),
        // What it draws and says of motion.
        room(
            "BatonMotionReport", .command,
            ["BatonCoreMotion", "BatonDrawing", "BatonMotion", "BatonTranslation", "BatonValues"]),
        // What it finds in the touches of a panel.
        room("BatonTouchReport", .command, ["BatonDrawing", "BatonEvents", "BatonTouchscreen"]),
        // The pages of the state in characters.
        room(
            "BatonPageReport", .command,
            ["BatonAPI", "BatonDoctor", "BatonDrawing", "BatonPages", "BatonTranslation", "BatonValues"]),
        // The language of `batonctl --format`, and what is typed as a position, a volume or an order of tracks.
        room("BatonTemplate", .command, ["BatonDBus", "BatonValues"]),
        program(
            "batonctl", .command,
            [
                "CArguments", "CLinux", "BatonAPI", "BatonButtons", "BatonClient", "BatonCoreMotion", "BatonDBus",
                "BatonDoctor", "BatonDrawing", "BatonEvents", "BatonFiles", "BatonJSON", "BatonLivePages",
                "BatonMachinesLink", "BatonMotion", "BatonMotionClient", "BatonMotionReport", "BatonMPRIS",
                "BatonPageReport", "BatonPages", "BatonReactor", "BatonSettings", "BatonSetup", "BatonShortcuts",
                "BatonTemplate", "BatonTouchReport", "BatonTouchscreen", "BatonTranslation", "BatonValues",
                systemPackage,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // The wing of the window. GTK as widgets with closures; what each page shows, as values; the program.
        room("BatonWindows", .window, ["CAdwaita", "BatonReactor", systemPackage]),
        room(
            "BatonForms", .window,
            [
                "BatonAPI", "BatonClient", "BatonDoctor", "BatonInterruptions", "BatonJSON", "BatonMachinesLink",
                "BatonMotion", "BatonPages", "BatonSettings", "BatonTranslation", "BatonValues",
            ]),
        program(
            "baton-settings", .window,
            [
                "BatonAPI", "BatonAudioLink", "BatonClient", "BatonCoreMotion", "BatonDBus", "BatonDoctor",
                "BatonEvents", "BatonFiles", "BatonForms", "BatonInterruptions", "BatonJSON", "BatonLivePages",
                "BatonMachinesLink", "BatonMotion", "BatonMotionClient", "BatonPages", "BatonProcesses",
                "BatonReactor", "BatonSettings", "BatonSetup", "BatonTranslation", "BatonValues", "BatonWindows",
                systemPackage,
            ]),

        // What shows and measures.
        .systemLibrary(name: "CSDL", path: "docs/examples/CSDL", providers: [.apt(["libsdl2-dev"])]),
        program(
            "baton-example", in: "docs/examples", ["BatonApplication", "BatonDBus", "BatonEvents", "BatonReactor"]),
        program("await-example", in: "docs/examples", ["BatonDBus", "BatonReactor", "BatonReactorHost"]),
        program(
            "motion-example", in: "docs/examples",
            ["BatonCoreMotion", "BatonMotion", "BatonReactor", "BatonReactorHost"]),
        program("sensor-example", in: "docs/examples", ["BatonIIO", "BatonMotion", "BatonReactor"]),
        program("touch-example", in: "docs/examples", ["CSDL", "BatonEvents"]),
        program("wayland-touch-example", in: "docs/examples", ["CSDL", "BatonEvents", "BatonWayland"]),
        program("controls-example", in: "docs/examples", ["CSDL", "BatonControls", "BatonEvents", "BatonWayland"]),
        program("baton-bench", in: "Benchmarks", ["BatonDBus", "BatonMQTT", "BatonReactor", systemPackage]),
        program("score-shake", in: "Benchmarks", ["BatonMotion", "BatonMotionReport"]),
        program("score-touches", in: "Benchmarks", ["BatonTouchReport", "BatonTouchscreen"]),
        program(
            "compare-gestures", in: "Benchmarks", ["BatonEvents", "BatonTouchscreen"],
            exclude: ["compare.sh", "hammer.js", "requirements.txt", "streams.py", "table.py"]),
        program("score-attitude", in: "Benchmarks", ["BatonCoreMotion", "BatonMotion"]),
        .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
        program("bench-touches", in: "Benchmarks", ["CAllocations", "BatonButtons", "BatonEvents"]),

        // Tests: a real dbus-daemon, real players, and a fake player only for being slow, wrong or dead.
        support(
            "BatonTestSupport",
            [
                "CLinux", "CX11", "BatonDBus", "BatonFiles", "BatonLog", "BatonReactor", "BatonValues",
                systemPackage,
            ]),
        // Fixtures of more than one target that show the types of a room.
        support(
            "BatonSensingSupport",
            [
                "BatonAPI", "BatonDBus", "BatonMotion", "BatonReactor", "BatonRouting", "BatonSensing",
                "BatonSession", "BatonSettings", "BatonState", "BatonTestSupport", "BatonValues",
            ]),
        support("BatonMotionSupport", ["BatonMotion", "BatonMotionReport"]),
        support("BatonPagesSupport", ["BatonAPI", "BatonClient", "BatonDBus"]),
        support(
            "BatonDeskSupport",
            [
                "BatonAPI", "BatonDBus", "BatonReactor", "BatonSession", "BatonTestSupport", "BatonUndo",
            ]),
        .executableTarget(
            name: "baton-simulate",
            dependencies: [
                "BatonAgent", "BatonDBus", "BatonEvents", "BatonInterruptions", "BatonReactor", systemPackage,
            ],
            path: "Tests/Agent/BatonSimulation",
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-simulate-households", dependencies: ["BatonHousehold"],
            path: "Tests/Contract/BatonHouseholdSimulation", exclude: ["README.md"], swiftSettings: strict),
        program("baton-fake-player", in: "Tests/Support", ["BatonDBus", "BatonReactor"]),
        program(
            "baton-fake-sensor", in: "Tests/Support",
            ["BatonMotion", "BatonProcesses", "BatonReactor", "BatonSensorLink", systemPackage]),
        program(
            "baton-iio-probe", in: "Tests/Support",
            ["BatonCoreMotion", "BatonIIO", "BatonIIOMotion", "BatonMotion", "BatonReactor"]),
        program(
            "baton-motion-app", in: "Tests/Support",
            ["BatonCoreMotion", "BatonDBus", "BatonMotionClient", "BatonReactor"]),
        .testTarget(
            name: "BatonBenchTests", dependencies: ["BatonTestSupport", "baton-bench"],
            path: "Tests/Tools/BatonBenchTests",
            swiftSettings: strict),
        tests("BatonEventsTests", .kits, ["BatonEvents", "BatonTestSupport"]),
        tests("BatonControlsTests", .kits, ["BatonControls", "BatonEvents", "BatonTestSupport"]),
        tests("BatonButtonsTests", .kits, ["BatonButtons", "BatonEvents", "BatonTestSupport"]),
        tests("BatonHouseholdTests", .contract, ["BatonHousehold", "BatonJSON", "BatonTestSupport"]),
        tests("BatonMachinesLinkTests", .contract, ["BatonJSON", "BatonMachinesLink", "BatonTestSupport"]),
        tests("BatonAPITests", .contract, ["BatonAPI", "BatonDBus", "BatonTestSupport"]),
        tests("BatonInterruptionsTests", .contract, ["BatonInterruptions", "BatonTestSupport"]),
        tests(
            "BatonAudioTests", .helpers,
            [
                "BatonAudioLink", "BatonInterruptions", "BatonProcesses", "BatonReactor", "BatonTestSupport",
                "baton-audio",
            ]),
        tests("BatonMotionTests", .kits, ["BatonMotion", "BatonTestSupport"], exclude: ["Recordings"]),
        tests(
            "BatonCoreMotionTests", .kits, ["BatonCoreMotion", "BatonMotion", "BatonTestSupport"],
            exclude: ["Recordings"]),
        tests(
            "BatonIIOTests", .kits,
            [
                "BatonCoreMotion", "BatonDBus", "BatonIIO", "BatonMotion", "BatonMotionClient", "BatonReactor",
                "BatonTestSupport", "baton-iio-probe", "baton-sensor", "batond", systemPackage,
            ]),
        tests("BatonInputTests", .kits, ["BatonInput", "BatonTestSupport"], exclude: ["Recordings"]),
        tests(
            "BatonTouchscreenTests", .kits,
            [
                "BatonEvents", "BatonTestSupport", "BatonTouchscreen", "controls-example", "touch-example",
                "wayland-touch-example",
            ],
            exclude: ["Recordings"]),
        tests("BatonWaylandTests", .kits, ["CWayland", "BatonEvents", "BatonTestSupport", "BatonWayland"]),
        tests(
            "BatonSensorLinkTests", .contract,
            ["BatonMotion", "BatonProcesses", "BatonReactor", "BatonSensorLink", "BatonTestSupport", systemPackage]),
        tests(
            "BatonKeysTests", .helpers,
            [
                "CX11", "BatonKeysLink", "BatonLog", "BatonProcesses", "BatonReactor", "BatonSession",
                "BatonTestSupport", "BatonUndo", "baton-keys", systemPackage,
            ]),
        tests("BatonReactorTests", .base, ["BatonProcesses", "BatonReactor", "BatonTestSupport", systemPackage]),
        tests(
            "BatonProcessesTests", .base,
            ["BatonFiles", "BatonProcesses", "BatonReactor", "BatonTestSupport", systemPackage]),
        tests("BatonJSONTests", .base, ["BatonJSON", "BatonTestSupport"]),
        tests(
            "BatonMQTTTests", .base, ["BatonMQTT", "BatonReactor", "BatonTestSupport", "BatonValues", systemPackage]),
        tests("BatonFilesTests", .base, ["BatonFiles", "BatonTestSupport", systemPackage]),
        tests("BatonValuesTests", .base, ["BatonValues"]),
        tests(
            "BatonReactorHostTests", .base,
            ["BatonDBus", "BatonReactor", "BatonReactorHost", "BatonTestSupport", "await-example", "motion-example"]),
        tests("BatonDBusTests", .base, ["BatonDBus", "BatonReactor", "BatonTestSupport", systemPackage]),
        tests(
            "BatonMPRISTests", .kits,
            ["BatonDBus", "BatonMPRIS", "BatonReactor", "BatonTestSupport", "baton-fake-player"]),
        // A room of the agent and what is below it.
        tests("BatonLogTests", .base, ["BatonLog", "BatonValues"]),
        tests(
            "BatonClientTests", .contract,
            ["BatonAPI", "BatonClient", "BatonDBus", "BatonReactor", "BatonTestSupport", "BatonValues", "batond"]),
        tests(
            "BatonApplicationTests", .contract,
            [
                "BatonAPI", "BatonApplication", "BatonClient", "BatonCoreMotion", "BatonDBus", "BatonEvents",
                "BatonMotion", "BatonMotionClient", "BatonMPRIS", "BatonReactor", "BatonTestSupport", "batond",
            ]),
        tests(
            "BatonSettingsTests", .contract,
            [
                "BatonAPI", "BatonButtons", "BatonEvents", "BatonFiles", "BatonInput", "BatonReactor", "BatonSettings",
                "BatonTestSupport", "BatonValues",
            ]),
        tests(
            "BatonStateTests", .agent,
            ["BatonFiles", "BatonSettings", "BatonState", "BatonTestSupport"]),
        tests(
            "BatonSessionTests", .agent,
            [
                "BatonAPI", "BatonDBus", "BatonProcesses", "BatonReactor", "BatonSession", "BatonTestSupport",
                "BatonValues", systemPackage,
            ]),
        tests("BatonDoctorTests", .contract, ["BatonAPI", "BatonDBus", "BatonDoctor"]),
        tests(
            "BatonPagesTests", .contract,
            [
                "BatonAPI", "BatonClient", "BatonDBus", "BatonDoctor", "BatonPages", "BatonPagesSupport", "BatonValues",
            ]),
        tests(
            "BatonLivePagesTests", .contract,
            [
                "BatonAPI", "BatonClient", "BatonDBus", "BatonDoctor", "BatonLivePages", "BatonPages",
                "BatonPagesSupport", "BatonReactor", "BatonTestSupport", "BatonValues", "batond",
            ]),
        tests("BatonShortcutsTests", .contract, ["BatonShortcuts", "BatonTestSupport"]),
        tests(
            "BatonFormsTests", .window,
            [
                "BatonAPI", "BatonClient", "BatonDBus", "BatonDoctor", "BatonForms", "BatonInterruptions",
                "BatonMachinesLink", "BatonMotion", "BatonPages", "BatonPagesSupport",
                "BatonSettings", "BatonSetup",
            ]),
        tests("BatonSettingsProgramTests", .window, ["BatonForms", "BatonTestSupport", "baton-settings"]),
        tests("BatonSetupTests", .contract, ["BatonSettings", "BatonSetup", "BatonShortcuts", "BatonTestSupport"]),
        tests(
            "BatonRoutingTests", .agent,
            ["BatonAPI", "BatonDBus", "BatonRouting", "BatonSettings", "BatonTestSupport"]),
        tests(
            "BatonIntakeTests", .agent,
            [
                "BatonAPI", "BatonButtons", "BatonDBus", "BatonEvents", "BatonInput", "BatonIntake", "BatonMPRIS",
                "BatonReactor", "BatonRouting", "BatonSettings", "BatonState", "BatonTestSupport", "BatonValues",
            ]),
        tests(
            "BatonSensingTests", .agent,
            [
                "BatonAPI", "BatonDBus", "BatonEvents", "BatonFiles", "BatonMotion", "BatonReactor", "BatonRouting",
                "BatonSensing", "BatonSensingSupport", "BatonSensorLink", "BatonSession", "BatonSettings",
                "BatonState", "BatonTestSupport", "BatonValues", "baton-fake-sensor", systemPackage,
            ]),
        tests(
            "BatonArtworkTests", .agent,
            ["BatonArtwork", "BatonReactor", "BatonRouting", "BatonSettings", "BatonTestSupport", "BatonValues"]),
        tests(
            "BatonUndoTests", .agent,
            [
                "BatonAPI", "BatonDBus", "BatonDeskSupport", "BatonJSON", "BatonKeysLink", "BatonLog",
                "BatonProcesses", "BatonReactor", "BatonSession", "BatonSettings", "BatonState", "BatonTestSupport",
                "BatonUndo", "BatonValues", "baton-keys", systemPackage,
            ]),

        // The agent in one piece: what needs batond, and batond on a real desktop.
        tests(
            "BatonDeskTests", .agent,
            [
                "BatonDBus", "BatonDeskSupport", "BatonTestSupport", "BatonUndo", "baton-keys", "baton-sensor",
                "batonctl", "batond",
            ]),
        tests(
            "BatonAgentTests", .agent,
            [
                "BatonAgent", "BatonAPI", "BatonDBus", "BatonDeskSupport", "BatonEvents", "BatonIntake",
                "BatonInterruptionCauses", "BatonInterruptions", "BatonKeysLink", "BatonLog", "BatonMotion",
                "BatonMPRIS", "BatonProcesses", "BatonReactor", "BatonRouting", "BatonSensing", "BatonSensingSupport",
                "BatonSensorLink", "BatonSession", "BatonSettings", "BatonShortcuts", "BatonState",
                "BatonTestSupport", "BatonUndo", "BatonValues", "baton-audio", "baton-fake-player", "baton-fake-sensor",
                "baton-keys", "baton-sensor", "batonctl", "batond", systemPackage,
            ]),
        tests("BatonDrawingTests", .command, ["BatonDrawing"]),
        tests(
            "BatonMotionReportTests",
            .command, ["BatonCoreMotion", "BatonDrawing", "BatonMotion", "BatonMotionReport", "BatonMotionSupport"]),
        tests(
            "BatonPageReportTests", .command,
            [
                "BatonAPI", "BatonClient", "BatonDoctor", "BatonDrawing", "BatonPageReport", "BatonPages",
                "BatonPagesSupport", "BatonValues",
            ]),
        tests(
            "BatonTouchReportTests",
            .command, ["BatonEvents", "BatonTestSupport", "BatonTouchReport", "BatonTouchscreen"]),
        tests("BatonTemplateTests", .command, ["BatonTemplate"]),
        tests("BatonTranslationTests", .base, ["BatonTranslation"]),
        tests(
            "BatonMachinesTests", .machines,
            [
                "BatonDBus", "BatonFiles", "BatonHomeAssistant", "BatonHousehold", "BatonJSON", "BatonMachinesLink",
                "BatonReactor", "BatonTestSupport", "baton-mqtt", "batonctl", "batond",
            ]),
        tests(
            "batonctlTests", .command,
            [
                "CLinux", "BatonAPI", "BatonClient", "BatonDBus", "BatonDoctor", "BatonDrawing", "BatonEvents",
                "BatonMotion", "BatonMotionReport", "BatonMotionSupport", "BatonMPRIS", "BatonPageReport", "BatonPages",
                "BatonReactor", "BatonSettings", "BatonTemplate", "BatonTestSupport", "BatonTouchReport",
                "BatonTouchscreen", "BatonValues",
                "baton-example", "batonctl",
                "batond", "sensor-example",
                systemPackage, .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)

// `make build` links batonctl without what its parser would take of Foundation.
if Context.environment["BATON_RELEASE"] != nil {
    package.targets.first { $0.name == "batonctl" }?.dependencies.append("CAbsent")
}

// A source archive of `make dist` has the packages of others in a folder: a build from it needs no network.
if access("\(Context.packageDirectory)/packages", F_OK) == 0 {
    package.dependencies = ["swift-system", "swift-argument-parser"].map { .package(path: "packages/\($0)") }
}

// `make check` names the tests that need no other program than dbus-daemon here. Nothing but these and what they need is built then.
if let tests = Context.environment["BATON_CHECK"] {
    var names = Set(tests.split(separator: " ").map(String.init))
    var count = 0
    while names.count != count {
        count = names.count
        for target in package.targets where names.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies { names.insert(name) }
        }
    }
    package.targets.removeAll { !names.contains($0.name) }
    package.products = []
}

// `make fuzz` names the folders of Tests/Fuzz here. libFuzzer brings its own main, so they are no part of any other build.
let fuzzers = (Context.environment["BATON_FUZZ"] ?? "").split(separator: " ")
// Without it they get one that plays their corpus once (`.ci/fuzz --corpus`).
let isPlayed = Context.environment["BATON_FUZZ_PLAYED"] != nil
if !fuzzers.isEmpty {
    package.targets.append(.target(name: "FuzzSupport", path: "Tests/Fuzz/FuzzSupport", swiftSettings: strict))
}
package.targets += fuzzers.map { name in
    .executableTarget(
        name: String(name),
        dependencies: [
            "CXKB", "BatonAgent", "BatonAPI", "BatonAudioLink", "BatonButtons", "BatonCoreMotion", "BatonDBus",
            "BatonDrawing", "BatonEvents", "BatonFiles", "BatonHousehold", "BatonIIO", "BatonInput", "BatonIntake",
            "BatonJSON", "BatonKeysLink", "BatonLog", "BatonMotion", "BatonMotionReport", "BatonMPRIS",
            "BatonProcesses",
            "BatonReactor", "BatonRouting", "BatonSensorLink", "BatonSession", "BatonSettings", "BatonShortcuts",
            "BatonState", "BatonTemplate", "BatonTouchReport", "BatonTouchscreen", "BatonUndo", "BatonValues",
            "FuzzSupport",
        ],
        path: "Tests/Fuzz/\(name)",
        exclude: ["Corpus"],
        swiftSettings: strict + (isPlayed ? [.define("PLAYED")] : []))
}
