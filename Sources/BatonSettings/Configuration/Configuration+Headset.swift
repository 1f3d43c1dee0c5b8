// SPDX-License-Identifier: Apache-2.0

package import BatonEvents

extension Configuration {
    /// `[headset]`: buttons of headsets and media keys that are read from the kernel.
    package struct Headset: Sendable, Equatable {
        /// Whether any is read.
        package var isEnabled = true
        /// Whether Baton takes them for itself.
        package var grab = GrabChoice.never
        /// Whether keys count that the desktop gets too.
        package var shared = ButtonChoice.auto
        /// Whether clicks are counted.
        package var oneButton = ButtonChoice.auto
        /// Whether the phone button is the one button (rule B1).
        package var phoneButton = false
        /// How long the next click may be in coming (rule B2).
        package var clickWindow = ButtonSettings().multiPress
        /// What that counts from.
        package var clickWindowFrom = ClickWindowStart.release
        /// How long a press is to be a hold.
        package var holdTime = ButtonSettings().holdTime
        /// Whether Play and Pause of a Bluetooth headset become a toggle when they contradict the player (rule B7).
        package var correctsBelief = false
        package var click = ButtonSettings.headsetPatterns[.click]
        var doubleClick = ButtonSettings.headsetPatterns[.doubleClick]
        var tripleClick = ButtonSettings.headsetPatterns[.tripleClick]
        package var hold = ButtonSettings.headsetPatterns[.hold]
        var clickHold = ButtonSettings.headsetPatterns[.clickHold]
        var doubleClickHold = ButtonSettings.headsetPatterns[.doubleClickHold]

        package init() {}

        /// What the patterns do; what is not here does nothing.
        package var patterns: [ButtonPattern: ButtonAction] {
            let all: [(ButtonPattern, ButtonAction?)] = [
                (.click, click), (.doubleClick, doubleClick), (.tripleClick, tripleClick), (.hold, hold),
                (.clickHold, clickHold), (.doubleClickHold, doubleClickHold),
            ]
            return Dictionary(uniqueKeysWithValues: all.compactMap { pattern, action in action.map { (pattern, $0) } })
        }
    }

    /// `[device NAME]`: what is different for one input device.
    package struct DeviceRule: Sendable, Equatable {
        /// Whether it is read.
        package var use = ButtonChoice.auto
        /// Whether Baton takes it for itself.
        package var grab = GrabChoice.usual
        /// Whether clicks are counted.
        package var oneButton = ButtonChoice.usual
        /// What single keys do.
        package var keys: [KeyBinding] = []

        package init() {}
    }

    private typealias Key = ConfigurationKey<Configuration>

    private static func choice(_ choices: ButtonChoice...) -> ConfigurationKind<ButtonChoice> {
        .choice(choices, named: \.rawValue)
    }

    private static func headset<Value: Sendable & Equatable>(
        _ path: any WritableKeyPath<Configuration, Value> & Sendable
    ) -> ConfigurationField<Configuration, Value> {
        .at(path, of: Configuration())
    }

    /// The keys of `[headset]`.
    static var headsetSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "headset", summary: "Buttons of headsets, and media keys, that are read from the kernel.",
            keys: headsetReading + headsetPatterns)
    }

    private static var headsetReading: [Key] {
        [
            .scalar("enabled", headset(\.headset.isEnabled), .boolean, "Whether any is read."),
            .scalar(
                "grab", headset(\.headset.grab), .choice([.never, .mediaOnly], named: \.rawValue),
                """
                `media-only` takes headsets, and nodes with nothing but media, volume and phone keys, for Baton alone; volume \
                is handed on. See [headsets.md](headsets.md).
                """),
            .scalar(
                "shared", headset(\.headset.shared), choice(.auto, .yes, .no),
                """
                Whether keys count that were not grabbed, so that the desktop gets them too: `auto` where there is no \
                desktop, or where what it does with them reaches Baton as well and counts once.
                """),
            .scalar(
                "one-button", headset(\.headset.oneButton), choice(.auto, .yes, .no),
                """
                Whether clicks of the play button are counted: `auto` for headsets without keys for next and previous. \
                Not while the desktop acts on the button too.
                """),
            .scalar(
                "phone-button", headset(\.headset.phoneButton), .boolean, "Whether the phone button is clicked as well."
            ),
            .scalar(
                "click-window", headset(\.headset.clickWindow), .duration(.milliseconds(50)...(.seconds(2))),
                "How long the next click may be in coming, and a single click has to wait."),
            .scalar(
                "click-window-from", headset(\.headset.clickWindowFrom), .word,
                "What that counts from: the `release` of the click before, or its `press`, as on Android."),
            .scalar(
                "hold-time", headset(\.headset.holdTime), .duration(.milliseconds(100)...(.seconds(5))),
                "How long a press is to be a hold."),
            .scalar(
                "avrcp-toggle", headset(\.headset.correctsBelief), .boolean,
                """
                Whether Play and Pause of a Bluetooth headset toggle when they contradict the player, for a headset that sends \
                them in turn. With `no`, Pause never starts anything and Play never pauses anything.
                """),
        ]
    }

    private static var headsetPatterns: [Key] {
        [
            .scalar("click", headset(\.headset.click), .buttonAction, "What one click does."),
            .scalar("double-click", headset(\.headset.doubleClick), .buttonAction, "What two clicks do."),
            .scalar("triple-click", headset(\.headset.tripleClick), .buttonAction, "What three clicks do."),
            .scalar("hold", headset(\.headset.hold), .buttonAction, "What holding the button does."),
            .scalar("click-hold", headset(\.headset.clickHold), .buttonAction, "What a click and then holding does."),
            .scalar(
                "double-click-hold", headset(\.headset.doubleClickHold), .buttonAction,
                "What two clicks and then holding does."),
        ]
    }

    /// The keys of `[device NAME]`.
    static var deviceSection: ConfigurationSection<Configuration> {
        func at<Value: Sendable & Equatable>(
            _ path: any WritableKeyPath<DeviceRule, Value> & Sendable
        ) -> ConfigurationField<Configuration, Value> {
            .at(path, in: \Configuration.devices, new: DeviceRule())
        }
        return ConfigurationSection(
            name: "device", argument: "NAME",
            summary: "What is different for one input device, by its name or a glob of it; `batonctl learn` tells it.",
            keys: [
                .scalar(
                    "use", at(\.use), choice(.auto, .yes, .no),
                    "Whether it is read: `yes` although it does not look like a headset. A keyboard never is."),
                .scalar(
                    "grab", at(\.grab), .word, "Whether Baton takes it for itself: `usual` is what `[headset]` says."),
                .scalar("one-button", at(\.oneButton), .word, "Whether clicks are counted."),
                .list(
                    "key", at(\.keys), of: .keyBinding, most: 64,
                    "What one of its keys does, such as `BTN_0 toggle-play-pause`; repeat for more."),
            ])
    }
}

/// Yes, no, or as it fits the device.
package enum ButtonChoice: String, Sendable, CaseIterable {
    /// As `[headset]` says.
    case usual
    /// As it fits.
    case auto
    case yes
    case no
}

/// Whether Baton takes a headset's buttons for itself.
package enum GrabChoice: String, Sendable, CaseIterable {
    /// As `[headset]` says.
    case usual
    /// Others get them too.
    case never
    /// Nobody else gets them, where all keys of the node are for media, volume or the phone.
    case mediaOnly = "media-only"
}

/// What the time for the next click counts from (rule B2).
package enum ClickWindowStart: String, Sendable, CaseIterable {
    /// The end of the click before.
    case release
    /// Its beginning, as on Android.
    case press

    package var interval: TapIntervalStart { self == .release ? .up : .down }
}
