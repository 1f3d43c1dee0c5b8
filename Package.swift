// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
// The rooms and the arrows between them are docs/architecture.md; arrows go down only.
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

/// A program that shows or measures something, and is not installed.
func program(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", exclude: exclude, swiftSettings: strict)
}

/// The tests of a target.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

let package = Package(
    name: "Baton",
    products: [
        .library(name: "BatonEvents", targets: ["BatonEvents"]),
        .library(name: "BatonButtons", targets: ["BatonButtons"]),
        .library(name: "BatonMotion", targets: ["BatonMotion"]),
        .library(name: "BatonCoreMotion", targets: ["BatonCoreMotion"]),
        .library(name: "BatonReactor", targets: ["BatonReactor"]),
        .library(name: "BatonReactorHost", targets: ["BatonReactorHost"]),
        .library(name: "BatonDBus", targets: ["BatonDBus"]),
        .library(name: "BatonMPRIS", targets: ["BatonMPRIS"]),
        .library(name: "BatonIIO", targets: ["BatonIIO"]),
        .library(name: "BatonIIOMotion", targets: ["BatonIIOMotion"]),
        .library(name: "BatonMotionClient", targets: ["BatonMotionClient"]),
        .library(name: "BatonInput", targets: ["BatonInput"]),
        .library(name: "BatonTouchscreen", targets: ["BatonTouchscreen"]),
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
        // Module maps and header-only shims; no logic.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(name: "CINI", pkgConfig: "inih", providers: [.apt(["libinih-dev"])]),
        .systemLibrary(name: "CIIO", pkgConfig: "libiio", providers: [.apt(["libiio-dev"])]),
        .systemLibrary(
            name: "CX11", pkgConfig: "xtst", providers: [.apt(["libx11-dev", "libxres-dev", "libxtst-dev"])]),
        .systemLibrary(name: "CWayland", pkgConfig: "wayland-client", providers: [.apt(["libwayland-dev"])]),
        .systemLibrary(name: "CXKB", pkgConfig: "xkbcommon", providers: [.apt(["libxkbcommon-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CPulse", providers: [.apt(["libpulse-dev"])]),
        .systemLibrary(name: "CMath"),
        .systemLibrary(name: "CIntl"),
        .systemLibrary(name: "CSDL", providers: [.apt(["libsdl2-dev"])]),
        .target(name: "CLinux"),
        .target(name: "CAbsent"),
        .target(name: "CArguments"),

        // The pure rooms: the standard library, and the C library's mathematics.
        .target(name: "BatonEvents", dependencies: ["CMath"], swiftSettings: strict),
        .target(name: "BatonButtons", dependencies: ["BatonEvents"], swiftSettings: strict),
        .target(name: "BatonInterruptions", swiftSettings: strict),
        .target(
            name: "BatonMotion", dependencies: ["CMath"], resources: [.embedInCode("Shake/Model/shake.model")],
            swiftSettings: strict),
        .target(name: "BatonCoreMotion", dependencies: ["CMath", "BatonMotion"], swiftSettings: strict),

        // I/O rooms, each over the one before.
        .target(name: "BatonReactor", dependencies: ["CLinux", "CUdev", systemPackage], swiftSettings: strict),
        // For apps with Swift's tasks: the one place with Dispatch. No program here links it.
        .target(name: "BatonReactorHost", dependencies: ["BatonReactor", systemPackage], swiftSettings: strict),
        .target(name: "BatonDBus", dependencies: ["CDBus", "BatonReactor", systemPackage], swiftSettings: strict),
        .target(name: "BatonMPRIS", dependencies: ["BatonDBus", "BatonReactor"], swiftSettings: strict),
        .target(
            name: "BatonShortcuts", dependencies: ["BatonDBus", "BatonReactor", systemPackage], swiftSettings: strict),
        .target(
            name: "BatonIIO", dependencies: ["CIIO", "CUdev", "BatonReactor", "BatonMotion", systemPackage],
            swiftSettings: strict),
        .target(
            name: "BatonIIOMotion", dependencies: ["BatonIIO", "BatonCoreMotion", "BatonMotion", "BatonReactor"],
            swiftSettings: strict),
        .target(
            name: "BatonInput", dependencies: ["CEvdev", "CUdev", "BatonReactor", systemPackage], swiftSettings: strict),
        .target(
            name: "BatonTouchscreen",
            dependencies: ["CEvdev", "CUdev", "BatonEvents", "BatonInput", "BatonReactor", systemPackage],
            swiftSettings: strict),
        .target(
            name: "BatonSensorLink", dependencies: ["BatonReactor", "BatonMotion", systemPackage],
            swiftSettings: strict),
        .target(name: "BatonKeysLink", dependencies: ["BatonReactor", systemPackage], swiftSettings: strict),
        .target(name: "BatonAudioLink", dependencies: ["BatonInterruptions", "BatonReactor"], swiftSettings: strict),

        // The rooms of the agent, each over those before it.
        .target(name: "BatonTranslation", dependencies: ["CIntl"], swiftSettings: strict),
        .target(
            name: "BatonAPI", dependencies: ["BatonDBus", "BatonEvents", "BatonMotion", "BatonTranslation"],
            swiftSettings: strict),
        // For apps: the agent's sensors as a source of motion.
        .target(
            name: "BatonMotionClient",
            dependencies: ["BatonAPI", "BatonCoreMotion", "BatonDBus", "BatonMotion", "BatonReactor", systemPackage],
            swiftSettings: strict),
        .target(name: "BatonLog", dependencies: ["BatonReactor"], swiftSettings: strict),
        .target(
            name: "BatonSettings",
            dependencies: [
                "CINI", "BatonAPI", "BatonButtons", "BatonEvents", "BatonInput", "BatonInterruptions", "BatonLog",
                "BatonMotion", "BatonReactor", systemPackage,
            ],
            swiftSettings: strict),
        .target(
            name: "BatonSession",
            dependencies: ["CLinux", "BatonAPI", "BatonDBus", "BatonLog", "BatonReactor", systemPackage],
            swiftSettings: strict),
        .target(
            name: "BatonRouting",
            dependencies: [
                "BatonAPI", "BatonButtons", "BatonDBus", "BatonEvents", "BatonLog", "BatonMPRIS", "BatonReactor",
                "BatonSession", "BatonSettings",
            ],
            swiftSettings: strict),
        .target(
            name: "BatonSources",
            dependencies: [
                "BatonAPI", "BatonButtons", "BatonDBus", "BatonEvents", "BatonInput", "BatonLog", "BatonMotion",
                "BatonMPRIS", "BatonReactor", "BatonRouting", "BatonSensorLink", "BatonSession", "BatonSettings",
                "BatonShortcuts", systemPackage,
            ],
            swiftSettings: strict),
        // Pictures of players, for clients that open files only.
        .target(
            name: "BatonArtwork",
            dependencies: ["BatonReactor", "BatonRouting", "BatonSession", "BatonSettings", "CLinux", systemPackage],
            swiftSettings: strict),
        .target(
            name: "BatonInterruptionSources",
            dependencies: [
                "BatonAPI", "BatonAudioLink", "BatonDBus", "BatonEvents", "BatonInterruptions", "BatonLog",
                "BatonMPRIS", "BatonReactor", "BatonRouting", "BatonSession", "BatonSettings", systemPackage,
            ],
            swiftSettings: strict),
        .target(
            name: "BatonUndo",
            dependencies: [
                "BatonAPI", "BatonDBus", "BatonKeysLink", "BatonLog", "BatonMotion", "BatonReactor", "BatonSession",
                "BatonSettings", "BatonTranslation", systemPackage,
            ],
            swiftSettings: strict),

        // The agent and its two faces to the user.
        .target(
            name: "BatonAgent",
            dependencies: [
                "CLinux", "BatonAPI", "BatonArtwork", "BatonDBus", "BatonEvents", "BatonInterruptions",
                "BatonInterruptionSources", "BatonLog", "BatonMotion", "BatonMPRIS", "BatonReactor", "BatonRouting",
                "BatonSensorLink", "BatonSession", "BatonSettings", "BatonShortcuts", "BatonSources",
                "BatonTranslation", "BatonUndo", systemPackage,
            ],
            swiftSettings: strict
        ),
        // What batonctl draws with: characters, colors, SVG.
        .target(name: "BatonDrawing", dependencies: ["BatonReactor"], swiftSettings: strict),
        // What batonctl draws and says of motion.
        .target(
            name: "BatonMotionReport", dependencies: ["BatonCoreMotion", "BatonDrawing", "BatonMotion"],
            swiftSettings: strict),
        // The language of `batonctl --format`.
        .target(name: "BatonTemplate", dependencies: ["BatonMotion"], swiftSettings: strict),
        // What the set-up changes in a desktop, and takes back.
        .target(
            name: "BatonSetup",
            dependencies: ["BatonReactor", "BatonSettings", "BatonShortcuts", "BatonTranslation", systemPackage],
            swiftSettings: strict),
        // What batonctl says of the rows of the doctor.
        .target(
            name: "BatonDoctor", dependencies: ["BatonAPI", "BatonDBus", "BatonMotion", "BatonTranslation"],
            swiftSettings: strict),
        .executableTarget(name: "batond", dependencies: ["BatonAgent", "CArguments"], swiftSettings: strict),
        .executableTarget(
            name: "batonctl",
            dependencies: [
                "CArguments", "CLinux", "BatonButtons",
                "BatonAPI", "BatonCoreMotion", "BatonDBus", "BatonDoctor", "BatonDrawing", "BatonEvents", "BatonMPRIS",
                "BatonMotion", "BatonMotionClient", "BatonMotionReport", "BatonReactor", "BatonSetup", "BatonShortcuts",
                "BatonTemplate", "BatonTouchscreen", "BatonTranslation",
                systemPackage, .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-sensor",
            dependencies: [
                "CArguments", "BatonCoreMotion", "BatonIIO", "BatonMotion", "BatonReactor", "BatonSensorLink",
                systemPackage,
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-keys",
            dependencies: [
                "CArguments", "CLinux", "CX11", "CWayland", "CXKB", "BatonKeysLink", "BatonReactor", systemPackage,
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "baton-audio",
            dependencies: [
                "CArguments", "CLinux", "CPulse", "BatonAudioLink", "BatonInterruptions", "BatonReactor", systemPackage,
            ],
            swiftSettings: strict),
        program("baton-example", in: "docs/examples", ["BatonDBus", "BatonEvents", "BatonReactor"]),
        program("await-example", in: "docs/examples", ["BatonDBus", "BatonReactor", "BatonReactorHost"]),
        program("sensor-example", in: "docs/examples", ["BatonIIO", "BatonMotion", "BatonReactor"]),
        program("touch-example", in: "docs/examples", ["CSDL", "BatonEvents"]),
        program("wayland-touch-example", in: "docs/examples", ["CSDL", "CWayland", "BatonEvents"]),
        program("baton-bench", in: "Benchmarks", ["BatonDBus", "BatonReactor", systemPackage]),
        program("score-shake", in: "Benchmarks", ["BatonMotion"]),
        program("score-touches", in: "Benchmarks", ["BatonTouchscreen"]),
        program(
            "compare-gestures", in: "Benchmarks", ["BatonEvents", "BatonTouchscreen"],
            exclude: [
                "compare.sh", "gtk-gestures.py", "gtk.sh", "hammer.js", "requirements.txt", "streams.py", "table.py",
            ]),
        program(
            "score-attitude", in: "Benchmarks", ["BatonCoreMotion", "BatonMotion"],
            exclude: ["float32.py", "peers.py", "requirements.txt"]),
        .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
        program("bench-touches", in: "Benchmarks", ["CAllocations", "BatonButtons", "BatonEvents"]),

        // Tests: a real dbus-daemon, real players, and a fake player only for being slow, wrong or dead.
        .target(
            name: "BatonTestSupport",
            dependencies: [
                "BatonDBus", "BatonLog", "BatonReactor", "CLinux", "CX11", systemPackage,
            ],
            path: "Tests/BatonTestSupport",
            swiftSettings: strict
        ),
        // Fixtures of more than one target that show the types of a room.
        .target(
            name: "BatonSourcesSupport",
            dependencies: [
                "BatonAPI", "BatonDBus", "BatonMotion", "BatonReactor", "BatonRouting", "BatonSession", "BatonSettings",
                "BatonSources", "BatonTestSupport",
            ],
            path: "Tests/BatonSourcesSupport",
            swiftSettings: strict
        ),
        .target(
            name: "BatonDeskSupport",
            dependencies: ["BatonAPI", "BatonDBus", "BatonReactor", "BatonSession", "BatonTestSupport", "BatonUndo"],
            path: "Tests/BatonDeskSupport",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-simulate",
            dependencies: [
                "BatonAPI", "BatonAgent", "BatonDBus", "BatonEvents", "BatonInterruptions", "BatonLog", "BatonReactor",
                "BatonRouting", "BatonSession", "BatonSettings", "BatonSources", "BatonUndo", systemPackage,
            ],
            path: "Tests/BatonSimulation",
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        program("baton-fake-player", in: "Tests", ["BatonDBus", "BatonReactor"]),
        program("baton-fake-sensor", in: "Tests", ["BatonSensorLink", "BatonMotion", "BatonReactor", systemPackage]),
        program(
            "baton-iio-probe", in: "Tests",
            ["BatonIIO", "BatonIIOMotion", "BatonCoreMotion", "BatonMotion", "BatonReactor"]),
        program(
            "baton-motion-app", in: "Tests", ["BatonCoreMotion", "BatonDBus", "BatonMotionClient", "BatonReactor"]),
        tests("BatonBenchTests", ["baton-bench"]),
        tests("BatonEventsTests", ["BatonEvents", "BatonTestSupport"]),
        tests("BatonButtonsTests", ["BatonButtons", "BatonEvents", "BatonTestSupport"]),
        tests("BatonInterruptionsTests", ["BatonInterruptions", "BatonTestSupport"]),
        tests(
            "BatonAudioTests",
            ["BatonAudioLink", "BatonInterruptions", "BatonReactor", "BatonTestSupport", "baton-audio"]),
        tests("BatonMotionTests", ["BatonMotion", "BatonTestSupport"], exclude: ["Recordings"]),
        tests("BatonCoreMotionTests", ["BatonCoreMotion", "BatonMotion", "BatonTestSupport"], exclude: ["Recordings"]),
        tests(
            "BatonIIOTests",
            [
                "BatonIIO", "BatonCoreMotion", "BatonDBus", "BatonMotion", "BatonMotionClient", "BatonReactor",
                "BatonTestSupport", "baton-iio-probe", "baton-sensor", "batond", systemPackage,
            ]),
        tests("BatonInputTests", ["BatonInput", "BatonTestSupport"], exclude: ["Recordings"]),
        tests(
            "BatonTouchscreenTests",
            [
                "BatonTouchscreen", "BatonEvents", "BatonReactor", "BatonTestSupport", "touch-example",
                "wayland-touch-example",
            ],
            exclude: ["Recordings"]),
        tests(
            "BatonSensorLinkTests",
            ["BatonSensorLink", "BatonMotion", "BatonReactor", "BatonTestSupport", systemPackage]),
        tests(
            "BatonKeysTests",
            [
                "CX11", "BatonKeysLink", "BatonLog", "BatonReactor", "BatonSession", "BatonTestSupport", "BatonUndo",
                "baton-keys", systemPackage,
            ]),
        tests("BatonReactorTests", ["BatonReactor", "BatonTestSupport", systemPackage]),
        tests(
            "BatonReactorHostTests",
            ["BatonDBus", "BatonReactor", "BatonReactorHost", "BatonTestSupport", "await-example"]),
        tests("BatonDBusTests", ["BatonDBus", "BatonReactor", "BatonTestSupport", systemPackage]),
        tests("BatonMPRISTests", ["BatonMPRIS", "BatonDBus", "BatonReactor", "BatonTestSupport", "baton-fake-player"]),
        // A room of the agent and what is below it.
        tests("BatonLogTests", ["BatonLog", "BatonTestSupport"]),
        tests(
            "BatonSettingsTests",
            [
                "BatonAPI", "BatonButtons", "BatonEvents", "BatonLog", "BatonReactor", "BatonSettings",
                "BatonTestSupport",
            ]),
        tests(
            "BatonSessionTests",
            ["BatonAPI", "BatonDBus", "BatonReactor", "BatonSession", "BatonTestSupport", systemPackage]),
        tests("BatonShortcutsTests", ["BatonShortcuts", "BatonTestSupport"]),
        tests("BatonSetupTests", ["BatonSettings", "BatonSetup", "BatonShortcuts", "BatonTestSupport"]),
        tests(
            "BatonRoutingTests",
            ["BatonAPI", "BatonDBus", "BatonEvents", "BatonMPRIS", "BatonRouting", "BatonSettings", "BatonTestSupport"]),
        tests(
            "BatonSourcesTests",
            [
                "BatonAPI", "BatonButtons", "BatonDBus", "BatonEvents", "BatonInput", "BatonMotion", "BatonMPRIS",
                "BatonReactor", "BatonRouting", "BatonSensorLink", "BatonSession", "BatonSettings", "BatonSources",
                "BatonSourcesSupport", "BatonTestSupport", "baton-fake-sensor", systemPackage,
            ]),
        tests(
            "BatonArtworkTests",
            ["BatonArtwork", "BatonReactor", "BatonRouting", "BatonSettings", "BatonTestSupport"]),
        tests(
            "BatonUndoTests",
            [
                "BatonAPI", "BatonDBus", "BatonDeskSupport", "BatonKeysLink", "BatonLog", "BatonReactor",
                "BatonSession", "BatonSettings", "BatonTestSupport", "BatonUndo", "baton-keys", systemPackage,
            ]),

        // The agent in one piece: what needs batond, and batond on a real desktop.
        tests(
            "BatonDeskTests",
            [
                "BatonDBus", "BatonDeskSupport", "BatonReactor", "BatonTestSupport", "BatonUndo", "baton-keys",
                "baton-sensor", "batonctl", "batond",
            ]),
        tests(
            "BatonAgentTests",
            [
                "BatonAPI", "BatonAgent", "BatonDBus", "BatonDeskSupport", "BatonEvents", "BatonInterruptionSources",
                "BatonInterruptions", "BatonKeysLink", "BatonLog", "BatonMPRIS", "BatonMotion", "BatonReactor",
                "BatonRouting", "BatonSensorLink", "BatonSession", "BatonSettings", "BatonShortcuts", "BatonSources",
                "BatonSourcesSupport", "BatonTestSupport", "BatonUndo",
                "baton-audio", "baton-fake-player", "baton-fake-sensor", "baton-keys", "baton-sensor", "batonctl",
                "batond", systemPackage,
            ]),
        tests("BatonTemplateTests", ["BatonTemplate"]),
        tests("BatonTranslationTests", ["BatonTranslation"]),
        tests(
            "batonctlTests",
            [
                "batonctl", "batond", "BatonAPI", "BatonCoreMotion", "BatonDBus", "BatonDoctor", "BatonDrawing",
                "BatonEvents", "BatonMPRIS", "BatonMotion", "BatonMotionReport", "BatonReactor", "BatonTemplate",
                "BatonTestSupport",
                "BatonTouchscreen", "baton-example", "sensor-example", systemPackage,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)

// `make build` links batonctl without what its parser would take of Foundation.
if Context.environment["BATON_RELEASE"] != nil {
    package.targets.first { $0.name == "batonctl" }?.dependencies.append("CAbsent")
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
            "BatonAPI", "BatonAgent", "BatonAudioLink", "BatonButtons", "BatonCoreMotion", "BatonDBus",
            "BatonDrawing", "BatonEvents", "BatonIIO", "BatonInput", "BatonKeysLink", "BatonLog", "BatonMPRIS",
            "BatonMotion", "BatonMotionReport", "BatonReactor", "BatonRouting", "BatonSensorLink", "BatonSession",
            "BatonSettings", "BatonShortcuts", "BatonSources", "BatonTemplate", "BatonTouchscreen", "BatonUndo",
            "CXKB", "FuzzSupport",
        ],
        path: "Tests/Fuzz/\(name)",
        exclude: ["Corpus"],
        swiftSettings: strict + (isPlayed ? [.define("PLAYED")] : []))
}
