import Basics
import Captures
import PushLab
import ShoulderTap

/// The action in the field that a capture entry records.
enum FieldDeed {
    /// A server published a notification. If the server names a subscription, the notification is for the user of that
    /// subscription.
    case publish(LabNotification, subscription: String?)
    /// A user acted on a notification.
    case act(UserAct, id: String)
    case tap(Tap)
    /// A push that woke the app but was not a tap.
    case wake
    /// An entry that reaches no app. The value is the reason.
    case none(String)

    init(_ entry: CaptureEntry, _ verdict: ChannelVerdict) {
        if let status = entry.refusal {
            self = .none("it was refused with \(status)")
        } else if entry.channel == .rest {
            self = Self.request(entry) ?? .none("the request changes nothing")
        } else if let tap = verdict.tap {
            self = .tap(tap)
        } else if entry.channel == .apns, verdict.kind == .background || verdict.kind == .alertWithWake {
            self = .wake
        } else {
            self = .none(verdict.kind == .malformed ? "no service takes it" : "no app is woken by it")
        }
    }

    /// Reads a request. Returns a publication if the request has the format of servers, or an action if it has the
    /// format of devices.
    private static func request(_ entry: CaptureEntry) -> FieldDeed? {
        guard let root = try? JSONDocument(entry.payload, limit: max(entry.payload.count, 1)).root else { return nil }
        if let id = root["delete"]?["id"]?.string { return .act(.delete, id: id) }
        if let save = root["save"], let id = save["id"]?.string { return Self.act(save).map { .act($0, id: id) } }
        guard let id = root["appNotificationId"]?.string, !id.isEmpty, let payload = root["payload"] else { return nil }
        let title = payload["visualContent"]?["title"]?.string
        let content = title ?? payload["rawContent"]?.string ?? "content of \(id)"
        let notification: LabNotification = title == nil ? .raw(content, id: id) : .visual(content, id: id)
        return .publish(notification, subscription: entry.headers["x-uns-id"])
    }

    private static func act(_ save: PayloadElement) -> UserAct? {
        switch save["userActionState"]?.string {
        case "activated": .open
        case "dismissed": .dismiss
        case "snoozed": .snooze
        default: save["readState"]?.string == "read" ? .read : nil
        }
    }
}
