import Basics
import FeedContract
import NotificationFeed
import PushGateway
import ShoulderTap

/// Pushes that the system of a device shows by itself.
extension World {
    mutating func sendAlert(_ alert: OutboxRow.Alert, _ row: OutboxRow) {
        let token = DeviceToken(address: row.channel.token)
        guard row.channel.kind == .apns, let number = self.apple.delivery.number(of: token) else { return }
        let known = self.apple.delivery.known(number, at: self.now)
        guard known.life == .active else { return }
        let device = self.installations[row.device]
        let push = AcceptedPush(
            id: alert.collapseId, token: token, topic: known.topic, bundle: known.bundle, type: .alert,
            expiration: .at(alert.expiration), collapseID: alert.collapseId, payload: Self.payload(of: alert),
            kind: .alert)
        let entity = device.map { self.devices[$0].entity } ?? World.entity(row.device)
        let fate = Fate(delay: self.roll(.tapDelay, entity).within(self.delays.tapping))
        self.atApple { $0.accept(push, to: number, fate: fate, at: $1, into: &$2) }
    }

    /// The alert as the system shows it, with as much of its body as a push has room for.
    static func payload(of alert: OutboxRow.Alert) -> [UInt8] {
        let whole = Self.payload(of: alert, body: alert.visual.body)
        guard whole.count > AdmissionRules.payloadLimit, let body = alert.visual.body else { return whole }
        let characters = Array(body)
        // Some take more bytes than others, so that the place is searched for.
        var (fitting, tooLong) = (0, characters.count)
        while tooLong - fitting > 1 {
            let middle = (fitting + tooLong) / 2
            let count = Self.payload(of: alert, body: String(characters[..<middle]) + "…").count
            if count > AdmissionRules.payloadLimit { tooLong = middle } else { fitting = middle }
        }
        return Self.payload(of: alert, body: String(characters[..<fitting]) + "…")
    }

    /// The id comes along, so that the app can find what was tapped.
    private static func payload(of alert: OutboxRow.Alert, body: String?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("aps")
            writer.object { writer in
                writer.key("alert")
                writer.object { writer in
                    writer.member("title", alert.visual.title)
                    if let body { writer.member("body", body) }
                }
            }
            writer.member("id", alert.id)
            writer.member("generation", raw: String(alert.generation))
            if alert.isFallback { writer.member("fallback", raw: "true") }
        }
        return writer.bytes
    }

    /// The system shows an alert. One for an app in front is for the app to show: the lab's own does, and any other
    /// shows what it reads. Nor is anything shown for who signed out: such an app has no word to unregister with.
    mutating func alertArrives(_ device: Int, _ push: AcceptedPush, isInFront: Bool = false) {
        guard self.devices[device].isOnSDK || !isInFront && self.devices[device].account != nil else { return }
        let inspection = PushPayload.inspect(push.payload)
        let id = self.history.number(of: inspection["id"]?.string ?? push.collapseID ?? push.id)
        let generation = inspection["generation"]?.int64.map(UInt64.init(clamping:)) ?? 0
        let isFallback = inspection["fallback"]?.bool ?? false
        self.note(.alertArrived, .device(device), id, detail: isFallback ? 1 : 0, first: generation)
        self.devices[device].screen.deliver(id, generation)
        if isInFront { self.handAlert(device) }
    }
}
