// SPDX-License-Identifier: Apache-2.0

package import BatonButtons
package import BatonEvents

extension Configuration {
    /// `[headset]`: buttons of headsets and media keys that are read from the kernel.
    package struct Headset: Sendable, Equatable {
        /// Whether Baton reads any of these devices.
        package var isEnabled = true
        /// Whether Baton grabs the devices, so that no other program gets their keys.
        package var grab = GrabChoice.never
        /// Whether Baton acts on keys of a device that it has not grabbed: the desktop gets these keys too.
        package var shared = ButtonChoice.auto
        /// Whether Baton counts clicks of one button.
        package var oneButton = ButtonChoice.auto
        /// Whether clicks of the phone button are counted as well (rule B1).
        package var phoneButton = false
        /// Within what time the next click must begin (rule B2). Larger: a single click acts later.
        package var clickWindow = ButtonSettings().multiPress
        /// The instant from which ``clickWindow`` is measured.
        package var clickWindowFrom = ClickWindowStart.release
        /// How long the button must be down for a hold.
        package var holdTime = ButtonSettings().holdTime
        /// Whether buttons work while the session is locked (rule I58).
        package var worksWhileLocked = true
        /// Whether Play and Pause of any Bluetooth headset toggle when the player is already in that state (rule I51).
        package var correctsBelief = false
        package var click = ButtonSettings.headsetPatterns[.click]
        var doubleClick = ButtonSettings.headsetPatterns[.doubleClick]
        var tripleClick = ButtonSettings.headsetPatterns[.tripleClick]
        package var hold = ButtonSettings.headsetPatterns[.hold]
        var clickHold = ButtonSettings.headsetPatterns[.clickHold]
        var doubleClickHold = ButtonSettings.headsetPatterns[.doubleClickHold]

        package init() {}

        /// The action of each pattern. A pattern that is missing here does nothing.
        package var patterns: [ButtonPattern: ButtonAction] {
            let all: [(ButtonPattern, ButtonAction?)] = [
                (.click, click), (.doubleClick, doubleClick), (.tripleClick, tripleClick), (.hold, hold),
                (.clickHold, clickHold), (.doubleClickHold, doubleClickHold),
            ]
            return Dictionary(uniqueKeysWithValues: all.compactMap { pattern, action in action.map { (pattern, $0) } })
        }

        /// What a Bluetooth headset means by Play and Pause (rules I51 and I52). One that sends them when it is taken off
        /// and put on means what it sends.
        ///
        /// - Parameter rule: its section; nil without one.
        package func belief(_ rule: DeviceRule?) -> HeadsetBelief {
            guard let rule else { return correctsBelief ? .corrected : .sent }
            if rule.wear == .yes { return .sent }
            return rule.belief == .sent && correctsBelief ? .corrected : rule.belief
        }
    }

    /// `[device NAME]`: settings of one input device.
    package struct DeviceRule: Sendable, Equatable {
        /// Whether Baton reads the device.
        package var use = ButtonChoice.auto
        /// Whether Baton grabs the device.
        package var grab = GrabChoice.usual
        /// Whether Baton counts clicks of one button.
        package var oneButton = ButtonChoice.usual
        /// The actions of single keys.
        package var keys: [KeyBinding] = []
        /// What a Bluetooth headset means by Play and Pause (rule I52).
        package var belief = HeadsetBelief.sent
        /// Whether a Bluetooth headset sends Pause when it is taken out of the ear, and Play when it is back (rule I54).
        package var wear = ButtonChoice.auto

        package init() {}
    }

    private typealias Key = ConfigurationKey<Configuration>

    private static func choice(_ choices: ButtonChoice...) -> ConfigurationKind<ButtonChoice> {
        .choice(choices, named: \.rawValue)
    }

    /// The keys of `[headset]`.
    static var headsetSection: ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "headset", summary: "Headset buttons and media keys that Baton reads from the kernel.",
            keys: headsetReading + headsetPatterns)
    }

    private static var headsetReading: [Key] {
        [
            .scalar(
                "enabled", .at(\.headset.isEnabled), .boolean,
                "With `no`, Baton reads no headset buttons or media keys from the kernel."),
            .scalar(
                "grab", .at(\.headset.grab), .choice([.never, .mediaOnly], named: \.rawValue),
                """
                `media-only` keeps the keys of headsets, and of devices that have only media, volume and phone keys, \
                from all other programs; Baton passes the volume keys on. See [headsets.md](headsets.md).
                """
            ).usual(),
            .scalar(
                "shared", .at(\.headset.shared), choice(.auto, .yes, .no),
                """
                Whether Baton acts on the keys of devices that it has not grabbed, which the desktop gets too: `auto` \
                does so where there is no desktop, and where the desktop also sends its command to Baton, which then \
                counts both as one press.
                """),
            .scalar(
                "one-button", .at(\.headset.oneButton), choice(.auto, .yes, .no),
                """
                Whether Baton counts clicks of the play button: `auto` counts them on headsets without keys for next \
                and previous. Baton never counts clicks while the desktop acts on the button too.
                """),
            .scalar(
                "phone-button", .at(\.headset.phoneButton), .boolean,
                "With `yes`, Baton counts clicks of the phone button too."),
            .scalar(
                "click-window", .at(\.headset.clickWindow), .duration(.milliseconds(50)...(.seconds(2))),
                "How long Baton waits for another click. A longer wait makes a single click act later."),
            .scalar(
                "click-window-from", .at(\.headset.clickWindowFrom), .word,
                "When `click-window` begins: at the `release` of the last click, or at its `press`, as on Android."),
            .scalar(
                "hold-time", .at(\.headset.holdTime), .duration(.milliseconds(100)...(.seconds(5))),
                "How long you must press a button for it to count as held."),
            .scalar(
                "while-locked", .at(\.headset.worksWhileLocked), .boolean,
                """
                With `yes`, headset buttons (also Bluetooth) work while the session is locked, as on a phone. They \
                start no program and pin no player then.
                """),
            .scalar(
                "avrcp-toggle", .at(\.headset.correctsBelief), .boolean,
                """
                With `yes`, Play pauses a playing player and Pause starts a paused one, for every Bluetooth headset. \
                Use `play-pause = corrected` in the section of that device instead: with this key, taking an earbud \
                out may start music.
                """
            ).deprecated(
                """
                concerns every Bluetooth headset, also one that sends Pause when it is taken off (rule I50); write \
                'play-pause = corrected' in the [device NAME] of the one that needs it
                """),
        ]
    }

    private static var headsetPatterns: [Key] {
        [
            .scalar("click", .at(\.headset.click), .buttonAction, "The action of one click."),
            .scalar("double-click", .at(\.headset.doubleClick), .buttonAction, "The action of two clicks.").usual(),
            .scalar("triple-click", .at(\.headset.tripleClick), .buttonAction, "The action of three clicks."),
            .scalar("hold", .at(\.headset.hold), .buttonAction, "The action of holding the button."),
            .scalar(
                "click-hold", .at(\.headset.clickHold), .buttonAction, "The action of one click followed by a hold."),
            .scalar(
                "double-click-hold", .at(\.headset.doubleClickHold), .buttonAction,
                "The action of two clicks followed by a hold."),
        ]
    }

    /// `[device NAME]`.
    static func deviceSection(_ names: KeyNames) -> ConfigurationSection<Configuration> {
        ConfigurationSection(
            name: "device", argument: "NAME",
            summary: """
                Settings for one input device. NAME is its name or a glob of it; `batonctl learn` shows the name. For \
                a Bluetooth headset you can also use its alias or address.
                """,
            keys: deviceKeys(names) + bluetoothDeviceKeys)
    }

    private static func at<Value: Sendable & Equatable>(
        _ path: any WritableKeyPath<DeviceRule, Value> & Sendable
    ) -> ConfigurationField<Configuration, Value> {
        .at(path, in: \Configuration.devices, new: DeviceRule())
    }

    private static func deviceKeys(_ names: KeyNames) -> [ConfigurationKey<Configuration>] {
        [
            .scalar(
                "use", at(\.use), choice(.auto, .yes, .no),
                """
                `yes` reads the device even if it does not look like a headset, `no` never reads it. Baton never reads \
                a keyboard.
                """),
            .scalar(
                "grab", at(\.grab), .word,
                """
                Whether Baton grabs the device, that is, keeps its keys from all other programs: `usual` follows \
                `[headset] grab`.
                """),
            .scalar(
                "one-button", at(\.oneButton), .word,
                "Whether Baton counts clicks: `usual` follows `[headset] one-button`."),
            .list(
                "key", at(\.keys), of: .keyBinding(names), most: 64,
                "The action of one of its keys, such as `BTN_0 toggle-play-pause`; repeat for more."),
        ]
    }

    private static var bluetoothDeviceKeys: [ConfigurationKey<Configuration>] {
        [
            .scalar(
                "play-pause", at(\.belief), .word,
                """
                What Play and Pause of a Bluetooth headset mean: `sent` takes them literally. `corrected` is for a \
                headset whose single button alternates between Play and Pause without knowing what the player does: \
                when the command would do nothing, it toggles. `toggle` always toggles, for a headset that only ever \
                sends Play.
                """
            ).formerly("belief"),
            .scalar(
                "wear", at(\.wear), choice(.auto, .yes, .no),
                """
                Whether a Bluetooth headset sends Pause when you take it off and Play when you put it back on. `auto`: \
                its Play resumes what its Pause has paused. `yes`: in addition, its first Play does nothing if its \
                Pause found nothing playing, and `play-pause` has no effect. `no`: Pause and Play are ordinary \
                presses.
                """),
        ]
    }
}

/// Yes, no, or decided by Baton from the device.
package enum ButtonChoice: String, Sendable, CaseIterable {
    /// As `[headset]` says.
    case usual
    /// Baton decides from the device.
    case auto
    case yes
    case no
}

/// Whether Baton grabs a headset.
package enum GrabChoice: String, Sendable, CaseIterable {
    /// As `[headset]` says.
    case usual
    /// Not grabbed: other programs get its keys too.
    case never
    /// Grabbed if every key of the node is for media, volume or the phone.
    case mediaOnly = "media-only"
}

/// Where the time for the next click begins (rule B2).
package enum ClickWindowStart: String, Sendable, CaseIterable {
    /// At the release of the previous click.
    case release
    /// At the press of the previous click, as on Android.
    case press

    package var interval: TapIntervalStart { self == .release ? .up : .down }
}
