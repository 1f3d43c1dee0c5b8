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

let package = Package(
    name: "Baton",
    products: [
        .library(name: "BatonEvents", targets: ["BatonEvents"]),
        .library(name: "BatonButtons", targets: ["BatonButtons"]),
        .library(name: "BatonMotion", targets: ["BatonMotion"]),
        .library(name: "BatonCoreMotion", targets: ["BatonCoreMotion"]),
        .library(name: "BatonReactor", targets: ["BatonReactor"]),
        .library(name: "BatonDBus", targets: ["BatonDBus"]),
        .library(name: "BatonMPRIS", targets: ["BatonMPRIS"]),
        .library(name: "BatonIIO", targets: ["BatonIIO"]),
        .library(name: "BatonIIOMotion", targets: ["BatonIIOMotion"]),
        .library(name: "BatonInput", targets: ["BatonInput"]),
        .library(name: "BatonTouchscreen", targets: ["BatonTouchscreen"]),
        .executable(name: "batond", targets: ["batond"]),
        .executable(name: "batonctl", targets: ["batonctl"]),
        .executable(name: "baton-sensor", targets: ["baton-sensor"]),
        .executable(name: "baton-keys", targets: ["baton-keys"]),
    ],
    // Exact: what is built is what was tested, in every checkout. A newer version is a commit of its own.
    dependencies: [
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
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
        .systemLibrary(name: "CMath"),
        .systemLibrary(name: "CSDL", providers: [.apt(["libsdl2-dev"])]),
        .target(name: "CLinux"),

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

        // The rooms of the agent, each over those before it.
        .target(name: "BatonAPI", dependencies: ["BatonDBus", "BatonEvents", "BatonMotion"], swiftSettings: strict),
        .target(
            name: "BatonLog", dependencies: ["BatonReactor", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),
        .target(
            name: "BatonSettings",
            dependencies: [
                "CINI", "BatonAPI", "BatonButtons", "BatonEvents", "BatonInput", "BatonLog", "BatonMotion",
                "BatonReactor", systemPackage,
            ],
            swiftSettings: strict),
        .target(
            name: "BatonSession",
            dependencies: [
                "CLinux", "BatonAPI", "BatonDBus", "BatonReactor", systemPackage,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "BatonRouting",
            dependencies: [
                "BatonAPI", "BatonDBus", "BatonEvents", "BatonLog", "BatonMPRIS", "BatonReactor", "BatonSession",
                "BatonSettings", .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "BatonSources",
            dependencies: [
                "BatonAPI", "BatonButtons", "BatonDBus", "BatonEvents", "BatonInput", "BatonMotion", "BatonMPRIS",
                "BatonReactor", "BatonRouting", "BatonSensorLink", "BatonSession", "BatonSettings", "BatonShortcuts",
                systemPackage,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .target(
            name: "BatonUndo",
            dependencies: [
                "BatonAPI", "BatonDBus", "BatonKeysLink", "BatonMotion", "BatonReactor", "BatonSession",
                "BatonSettings", systemPackage, .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),

        // The agent and its two faces to the user.
        .target(
            name: "BatonAgent",
            dependencies: [
                "CLinux", "BatonAPI", "BatonDBus", "BatonEvents", "BatonLog", "BatonMotion", "BatonMPRIS",
                "BatonReactor", "BatonRouting", "BatonSession", "BatonSettings", "BatonShortcuts", "BatonSources",
                "BatonUndo", systemPackage, .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        // What batonctl draws with: characters, colors, SVG.
        .target(name: "BatonDrawing", dependencies: ["BatonReactor"], swiftSettings: strict),
        // What the set-up changes in a desktop, and takes back.
        .target(name: "BatonSetup", dependencies: ["BatonShortcuts", systemPackage], swiftSettings: strict),
        .executableTarget(name: "batond", dependencies: ["BatonAgent"], swiftSettings: strict),
        .executableTarget(
            name: "batonctl",
            dependencies: [
                "CLinux",
                "BatonAPI", "BatonDBus", "BatonDrawing", "BatonEvents", "BatonMotion", "BatonReactor", "BatonSetup",
                "BatonShortcuts", "BatonTouchscreen", systemPackage,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-sensor",
            dependencies: ["BatonIIO", "BatonMotion", "BatonReactor", "BatonSensorLink", systemPackage],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-keys",
            dependencies: [
                "CLinux", "CX11", "CWayland", "CXKB", "BatonKeysLink", "BatonReactor", systemPackage,
            ],
            swiftSettings: strict),
        program("baton-example", in: "docs/examples", ["BatonDBus", "BatonReactor"]),
        program("sensor-example", in: "docs/examples", ["BatonIIO", "BatonMotion", "BatonReactor"]),
        program("touch-example", in: "docs/examples", ["CSDL", "BatonEvents"]),
        program("baton-bench", in: "Benchmarks", ["BatonDBus", "BatonReactor", systemPackage]),
        program("score-shake", in: "Benchmarks", ["BatonMotion"]),
        program("score-touches", in: "Benchmarks", ["BatonTouchscreen"]),
        program(
            "compare-gestures", in: "Benchmarks", ["BatonEvents", "BatonTouchscreen"],
            exclude: ["compare.sh", "hammer.js", "requirements.txt", "streams.py", "table.py"]),
        program(
            "score-attitude", in: "Benchmarks", ["BatonCoreMotion", "BatonMotion"],
            exclude: ["peers.py", "requirements.txt"]),
        program("bench-touches", in: "Benchmarks", ["BatonButtons", "BatonEvents"]),

        // Tests: a real dbus-daemon, real players, and a fake player only for being slow, wrong or dead.
        .target(
            name: "BatonTestSupport",
            dependencies: [
                "BatonDBus", "BatonLog", "BatonReactor", "CLinux", "CX11", systemPackage,
                .product(name: "Logging", package: "swift-log"),
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
                "BatonAPI", "BatonAgent", "BatonDBus", "BatonEvents", "BatonLog", "BatonReactor", "BatonRouting",
                "BatonSession", "BatonSettings", "BatonSources", "BatonUndo", systemPackage,
            ],
            path: "Tests/BatonSimulation",
            exclude: ["README.md"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-fake-player",
            dependencies: ["BatonDBus", "BatonReactor"],
            path: "Tests/baton-fake-player",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-fake-sensor",
            dependencies: ["BatonSensorLink", "BatonMotion", "BatonReactor", systemPackage],
            path: "Tests/baton-fake-sensor",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-iio-probe",
            dependencies: ["BatonIIO", "BatonIIOMotion", "BatonCoreMotion", "BatonMotion", "BatonReactor"],
            path: "Tests/baton-iio-probe",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "baton-motion-app",
            dependencies: ["BatonDBus", "BatonReactor"],
            path: "Tests/baton-motion-app",
            swiftSettings: strict
        ),
        .testTarget(
            name: "BatonEventsTests", dependencies: ["BatonEvents", "BatonTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "BatonButtonsTests", dependencies: ["BatonButtons", "BatonEvents", "BatonTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BatonInterruptionsTests", dependencies: ["BatonInterruptions", "BatonTestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "BatonMotionTests", dependencies: ["BatonMotion", "BatonTestSupport"], exclude: ["Recordings"],
            swiftSettings: strict),
        .testTarget(
            name: "BatonCoreMotionTests", dependencies: ["BatonCoreMotion", "BatonMotion", "BatonTestSupport"],
            exclude: ["Recordings"], swiftSettings: strict),
        .testTarget(
            name: "BatonIIOTests",
            dependencies: [
                "BatonIIO", "BatonDBus", "BatonMotion", "BatonReactor", "BatonTestSupport", "baton-iio-probe",
                "baton-sensor", "batond", systemPackage,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BatonInputTests", dependencies: ["BatonInput", "BatonTestSupport"], exclude: ["Recordings"],
            swiftSettings: strict),
        .testTarget(
            name: "BatonTouchscreenTests",
            dependencies: ["BatonTouchscreen", "BatonEvents", "BatonReactor", "BatonTestSupport", "touch-example"],
            exclude: ["Recordings"], swiftSettings: strict),
        .testTarget(
            name: "BatonSensorLinkTests",
            dependencies: ["BatonSensorLink", "BatonMotion", "BatonReactor", "BatonTestSupport", systemPackage],
            swiftSettings: strict),
        .testTarget(
            name: "BatonKeysTests",
            dependencies: [
                "CX11", "BatonKeysLink", "BatonReactor", "BatonSession", "BatonTestSupport", "BatonUndo", "baton-keys",
                systemPackage,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BatonReactorTests", dependencies: ["BatonReactor", "BatonTestSupport", systemPackage],
            swiftSettings: strict),
        .testTarget(
            name: "BatonDBusTests", dependencies: ["BatonDBus", "BatonReactor", "BatonTestSupport", systemPackage],
            swiftSettings: strict),
        .testTarget(
            name: "BatonMPRISTests",
            dependencies: ["BatonMPRIS", "BatonDBus", "BatonReactor", "BatonTestSupport", "baton-fake-player"],
            swiftSettings: strict),
        // A room of the agent and what is below it.
        .testTarget(
            name: "BatonLogTests",
            dependencies: ["BatonLog", "BatonTestSupport", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),
        .testTarget(
            name: "BatonSettingsTests",
            dependencies: ["BatonAPI", "BatonEvents", "BatonLog", "BatonReactor", "BatonSettings", "BatonTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "BatonSessionTests",
            dependencies: [
                "BatonAPI", "BatonDBus", "BatonReactor", "BatonSession", "BatonTestSupport", systemPackage,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BatonShortcutsTests", dependencies: ["BatonShortcuts", "BatonTestSupport"], swiftSettings: strict),
        .testTarget(
            name: "BatonSetupTests", dependencies: ["BatonSetup", "BatonShortcuts", "BatonTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "BatonRoutingTests",
            dependencies: [
                "BatonAPI", "BatonEvents", "BatonMPRIS", "BatonRouting", "BatonSettings", "BatonTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BatonSourcesTests",
            dependencies: [
                "BatonAPI", "BatonButtons", "BatonDBus", "BatonEvents", "BatonInput", "BatonMotion", "BatonMPRIS",
                "BatonReactor", "BatonRouting", "BatonSensorLink", "BatonSession", "BatonSettings", "BatonSources",
                "BatonSourcesSupport", "BatonTestSupport", "baton-fake-sensor", systemPackage,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BatonUndoTests",
            dependencies: [
                "BatonAPI", "BatonDBus", "BatonDeskSupport", "BatonKeysLink", "BatonReactor", "BatonSession",
                "BatonSettings", "BatonTestSupport", "BatonUndo", "baton-keys", systemPackage,
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),

        // The agent in one piece: what needs batond, and batond on a real desktop.
        .testTarget(
            name: "BatonDeskTests",
            dependencies: [
                "BatonDBus", "BatonDeskSupport", "BatonReactor", "BatonTestSupport", "BatonUndo", "baton-keys",
                "baton-sensor", "batonctl", "batond",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "BatonAgentTests",
            dependencies: [
                "BatonAPI", "BatonAgent", "BatonDBus", "BatonDeskSupport", "BatonEvents", "BatonKeysLink", "BatonLog",
                "BatonMPRIS", "BatonMotion", "BatonReactor", "BatonRouting", "BatonSession", "BatonSettings",
                "BatonShortcuts", "BatonSources", "BatonSourcesSupport", "BatonTestSupport", "BatonUndo",
                "baton-fake-player", "baton-fake-sensor", "baton-keys", "baton-sensor", "batonctl", "batond",
                systemPackage,
            ],
            swiftSettings: strict),
        .testTarget(
            name: "batonctlTests",
            dependencies: [
                "batonctl", "batond", "BatonAPI", "BatonDBus", "BatonDrawing", "BatonEvents", "BatonMotion",
                "BatonReactor", "BatonTestSupport", "BatonTouchscreen", systemPackage,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
    ]
)

// `make fuzz` names the folders of Tests/Fuzz here. libFuzzer brings its own main, so they are no part of any other build.
let fuzzers = (Context.environment["BATON_FUZZ"] ?? "").split(separator: " ")
if !fuzzers.isEmpty {
    package.targets.append(.target(name: "FuzzSupport", path: "Tests/Fuzz/FuzzSupport", swiftSettings: strict))
}
package.targets += fuzzers.map { name in
    .executableTarget(
        name: String(name),
        dependencies: [
            "BatonAgent", "BatonButtons", "BatonCoreMotion", "BatonDBus", "BatonDrawing", "BatonEvents", "BatonIIO",
            "BatonInput",
            "BatonKeysLink",
            "BatonLog", "BatonMPRIS", "BatonMotion", "BatonReactor", "BatonRouting", "BatonSensorLink", "BatonSession",
            "BatonSettings", "BatonShortcuts", "BatonSources", "BatonTouchscreen", "BatonUndo", "CXKB", "FuzzSupport",
        ],
        path: "Tests/Fuzz/\(name)",
        exclude: ["Corpus"],
        swiftSettings: strict)
}
