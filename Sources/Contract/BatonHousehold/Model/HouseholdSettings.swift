// SPDX-License-Identifier: Apache-2.0

/// What a host is to the household, by its configuration.
///
/// For example:
/// ```swift
/// var settings = HouseholdSettings(id: HostID(digest: digest), name: HostName(making: "laptop"))
/// settings.sharing = .both
/// ```
package struct HouseholdSettings: Equatable, Sendable {
    /// Whether interruptions are told to other hosts, and whether those of others count here.
    package enum Sharing: String, CaseIterable, Sendable {
        /// `[mqtt] interruptions`.
        case off, tell, follow, both

        var tells: Bool { self == .tell || self == .both }
        package var follows: Bool { self == .follow || self == .both }
    }

    /// What tells this host from others of its name.
    package var id: HostID
    /// The name that is wanted; ``Household/name`` is the one in use.
    package var name: HostName
    /// What people call this host; empty for its name.
    package var title: String
    /// Baton's version here.
    package var version: String
    /// The topic above all hosts, without a wildcard and without a slash at its ends.
    package var base: String
    /// The hosts that are players here.
    package var followed: Set<HostName>
    /// What others may ask for.
    package var allowed: Set<HouseholdCommand.Permission>
    /// Whether interruptions are told and followed.
    package var sharing: Sharing
    /// Whether title, artist and album leave the machine.
    package var tellsTitles: Bool
    /// Whether the picture of what plays leaves the machine.
    package var tellsPictures: Bool
    /// After which time an interruption of another host that nobody has ended ends here.
    package var resumeLimit: Duration

    /// Makes settings. What is not named is as where the configuration says nothing; `resumeLimit` is `[interruptions] resume-limit`.
    package init(
        id: HostID, name: HostName, title: String = "", version: String = "", base: String = "baton",
        followed: Set<HostName> = [], allowed: Set<HouseholdCommand.Permission> = HouseholdCommand.Permission.usual,
        sharing: Sharing = .off, tellsTitles: Bool = true, tellsPictures: Bool = false,
        resumeLimit: Duration = .seconds(4 * 3600)
    ) {
        self.id = id
        self.name = name
        self.title = title
        self.version = version
        self.base = base
        self.followed = followed
        self.allowed = allowed
        self.sharing = sharing
        self.tellsTitles = tellsTitles
        self.tellsPictures = tellsPictures
        self.resumeLimit = resumeLimit
    }
}
