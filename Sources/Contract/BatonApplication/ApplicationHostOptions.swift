// SPDX-License-Identifier: Apache-2.0

public import BatonCoreMotion
public import BatonDBus

/// What an application wants of an ``ApplicationHost``, beside its events.
///
/// For example:
/// ```swift
/// var options = ApplicationHostOptions()
/// options.requiredCapabilities = ["accelerometer"]
/// options.startsAgent = false
/// let host = ApplicationHost(application, identity: "Level", on: connection, options: options)
/// ```
public struct ApplicationHostOptions: Sendable {
    /// Where the object is that batond calls. Two applications on one connection need two.
    public var objectPath: ObjectPath = "/org/baton/Responder"
    /// The part of the player's bus name behind `org.mpris.MediaPlayer2.`: letters, digits and underscores. With nil it is made
    /// of the identity.
    public var playerName: String?
    /// Whether the application gets shakes; true by default.
    public var receivesShakes = true
    /// Whether it gets them also while it is not known which application is in front. The user has to allow it
    /// (`[shake] background-motion`).
    public var wantsBackgroundShakes = false
    /// What the machine must have. Without one of them batond refuses the application, and the error's message is a sentence
    /// that names what is missing (rules CAP6 and APP5).
    public var requiredCapabilities: RequiredCapabilities = []
    /// Whether the bus may start batond when it is not there; true by default.
    public var startsAgent = true

    /// Makes the defaults.
    public init() {}
}
