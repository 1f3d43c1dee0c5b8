// SPDX-License-Identifier: Apache-2.0

public import BatonDBus
import BatonValues

/// What is known of an application at batond.
///
/// | state | turns to | when |
/// |---|---|---|
/// | away | asking | batond is there |
/// | asking | registered, refused | batond has answered |
/// | registered | asking | the application wants something else |
/// | refused | asking | the application wants something else, a sensor came, or after a while where that may help |
/// | any | idle | the application wants neither media commands nor shakes |
/// | any | away | batond or the bus is gone |
/// | any | ended | ``ApplicationHost/end()`` |
///
/// For example:
/// ```swift
/// if case .refused(let error) = host.state { print(error.message) }
/// ```
public enum ApplicationHostState: Hashable, Sendable {
    /// batond is not there, or not known to be. The application is registered when it comes.
    case away
    /// batond was asked and has not answered yet.
    case asking
    /// batond sends the application what it wants.
    case registered
    /// batond does not register it: the application is in a sandbox, or a required capability is missing. The message is a
    /// sentence.
    case refused(DBusError)
    /// The application wants nothing of batond now.
    case idle
    /// All was taken back.
    case ended
}

/// What an ``ApplicationHost`` tells.
///
/// For example:
/// ```swift
/// func tell(_ change: ApplicationHostChange) {
///     switch change {
///     case .interruptionBegan(let source): print("paused by \(source)")
///     case .interruptionEnded(let shouldResume): print(shouldResume ? "play" : "stay paused")
///     case .state: break
///     }
/// }
/// ```
public enum ApplicationHostChange: Hashable, Sendable {
    /// ``ApplicationHost/state`` has changed.
    case state(ApplicationHostState)
    /// Something interrupts the application: it pauses what it plays. The source is a word of `InterruptionBegan` in
    /// docs/dbus-api.md, such as `call` or `lock`.
    case interruptionBegan(source: String)
    /// The last interruption is over: the application goes on if the flag is true, and else stays as it is.
    case interruptionEnded(shouldResume: Bool)
}

/// Keeps an observer of an ``ApplicationHost``: the observer is removed when this is let go or cancelled.
///
/// For example:
/// ```swift
/// let observation = host.observe { print($0) }
/// observation.cancel()
/// ```
public struct ApplicationHostObservation {
    let observation: Observation

    /// Removes the observer. Further calls do nothing.
    public func cancel() { observation.cancel() }
}
