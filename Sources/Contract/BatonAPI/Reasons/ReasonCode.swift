// SPDX-License-Identifier: Apache-2.0

package import BatonDBus

/// The code of a reason, by area. Its word is the same in each area, so it stands alone on the bus.
package enum ReasonCode: Equatable, Sendable {
    case session(SessionCode)
    case sensor(SensorCode)
    case shake(ShakeCode)
    case undo(UndoCode)
    case route(RouteCode)
    case focus(FocusCode)
    case input(InputCode)
    case doctor(DoctorCode)
    /// The word of a newer program.
    case unknown(String)

    /// The code of a word.
    package init(rawValue: String) {
        self = Self.all.first { $0.rawValue == rawValue } ?? .unknown(rawValue)
    }

    /// The word.
    package var rawValue: String {
        switch self {
        case .session(let code): code.rawValue
        case .sensor(let code): code.rawValue
        case .shake(let code): code.rawValue
        case .undo(let code): code.rawValue
        case .route(let code): code.rawValue
        case .focus(let code): code.rawValue
        case .input(let code): code.rawValue
        case .doctor(let code): code.rawValue
        case .unknown(let word): word
        }
    }

    /// All codes that this version knows.
    package static let all: [ReasonCode] =
        SessionCode.allCases.map(Self.session) + SensorCode.allCases.map(Self.sensor)
        + ShakeCode.allCases.map(Self.shake)
        + UndoCode.allCases.map(Self.undo) + RouteCode.allCases.map(Self.route) + FocusCode.allCases.map(Self.focus)
        + InputCode.allCases.map(Self.input) + DoctorCode.allCases.map(Self.doctor)

    func sentence(_ details: Reason.Details) -> String {
        switch self {
        case .session(let code): code.sentence
        case .sensor(let code): code.sentence(details)
        case .shake(let code): code.sentence(details)
        case .undo(let code): code.sentence(details)
        case .route(let code): code.sentence(details)
        case .focus(let code): code.sentence(details)
        case .input(let code): code.sentence(details)
        // batonctl has its sentence, which depends on the row.
        case .doctor(let code): code.rawValue
        case .unknown(let word): word
        }
    }
}

/// A D-Bus error has a name and a message: the name is the code in camel case, `org.baton.Baton1.Error.SessionLocked`.
extension ReasonCode {
    private static let errorPrefix = "\(BatonBus.name).Error."

    /// The name of the error that has this code.
    package var errorName: ErrorName {
        let words = rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return (try? ErrorName(Self.errorPrefix + words.joined())) ?? .failed
    }

    /// The code of an error; nil when the error has none.
    package init?(errorName: ErrorName) {
        guard let code = Self.all.first(where: { $0.errorName == errorName }) else { return nil }
        self = code
    }
}

extension Reason {
    /// Makes a reason about the session.
    package static func session(_ code: SessionCode) -> Reason { Reason(.session(code)) }

    /// Makes a reason about the sensor.
    package static func sensor(_ code: SensorCode, _ details: Details = [:]) -> Reason {
        Reason(.sensor(code), details)
    }

    /// Makes a reason about what counts as a shake.
    package static func shake(_ code: ShakeCode, _ details: Details = [:]) -> Reason { Reason(.shake(code), details) }

    /// Makes a reason about an undo.
    package static func undo(_ code: UndoCode, _ details: Details = [:]) -> Reason { Reason(.undo(code), details) }

    /// Makes a reason about a route.
    package static func route(_ code: RouteCode, _ details: Details = [:]) -> Reason { Reason(.route(code), details) }

    /// Makes a reason about the focus.
    package static func focus(_ code: FocusCode, _ details: Details = [:]) -> Reason { Reason(.focus(code), details) }

    /// Makes a reason about an input.
    package static func input(_ code: InputCode, _ details: Details = [:]) -> Reason { Reason(.input(code), details) }

    /// Makes a reason about a row of the doctor.
    package static func doctor(_ code: DoctorCode, _ details: Details = [:]) -> Reason {
        Reason(.doctor(code), details)
    }
}
