package import Basics
package import PushGateway

/// An action, its time, and whether the app was on the screen at that time.
package struct TimedAction {
    package var at: Instant
    package var action: DeliveryAction
    package var hadScreen: Bool
}

extension DeliveryAction {
    /// The action as text. The text names the push by its `apns-id` if the action contains it, and otherwise by its
    /// number.
    package var word: String {
        switch self {
        case .wake(_, _, let push): "wake \(push.id)"
        case .ring(_, _, let push): "ring \(push.id)"
        case .showAlert(_, _, let push): "show \(push.id)"
        case .handAlert(_, _, let push): "hand \(push.id)"
        case .handToSystem(_, _, let push): "system \(push.id)"
        case .drop(let number, let reason): "drop \(number.value) \(reason)"
        case .store(_, let number, let reason): "store \(number.value) \(reason)"
        case .hold(_, let number, let reason): "hold \(number.value) \(reason)"
        case .replace(let older, let newer): "replace \(older.value) by \(newer.value)"
        case .handled(_, let number, let result, let took):
            "handled \(number.value) \(result) \(took.microseconds / 1_000) ms"
        case .overdue(_, let number): "overdue \(number.value)"
        case .kill(_, let reason): "kill \(reason)"
        case .setTimer: "timer"
        case .cancelTimer: "no timer"
        case .log(let id, let entry): "log \(id): \(entry)"
        }
    }
}
