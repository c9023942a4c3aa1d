import Basics
import FeedContract
import NotificationFeed
import PushGateway
import ShoulderTap

/// Handles pushes that the system of a device shows without the app.
extension World {
    /// Delivers an alert.
    ///
    /// The service gets no answer for alerts: an alert without a valid address is lost.
    mutating func deliver(_ alert: OutboxRow.Alert, _ payload: [UInt8], _ row: OutboxRow) {
        let token = DeviceToken(address: row.channel.token)
        guard let number = self.post.apple.delivery.number(of: token) else { return }
        let known = self.post.apple.delivery.known(number, at: self.clock.now)
        guard known.life == .active, known.environment == .production else { return }
        let device = self.people.device(ofInstallation: row.device)
        let push = AcceptedPush(
            id: alert.collapseId, token: token, topic: known.topic, bundle: known.bundle, type: .alert,
            expiration: .at(alert.expiration), collapseID: alert.collapseId, payload: payload, kind: .alert)
        let entity = self.people.entity(device, named: row.device)
        let fate = self.fateOfAlert(entity)
        self.atApple { $0.accept(push, to: number, fate: fate, at: $1, into: &$2) }
    }

    /// The fate of an alert.
    ///
    /// An alert is delayed like a tap, but it is never lost.
    func fateOfAlert(_ entity: UInt64) -> Fate {
        Fate(delay: self.clock.roll(.tapDelay, entity).within(self.weather.delays.tapping))
    }

    /// Records that a push service refused an alert.
    mutating func noteAlertRefusal(_ refusal: SendRefusal, _ row: OutboxRow) {
        self.note(
            .alertRefused(status: refusal.status, since: refusal.since, decided: row.created), self.receiver(of: row),
            self.record.history.number(of: row.channel.token))
    }

    /// Shows an alert, as the system of a device does.
    ///
    /// An app in the foreground handles the alert itself. The lab's own app shows the alert. Any other app shows only
    /// the notifications that it reads from its feed. After a sign-out, no alert is shown for any other app, because
    /// that app cannot unregister.
    mutating func alertArrives(_ device: Int, _ push: AcceptedPush, isInFront: Bool = false) {
        guard self.people.devices[device].isOnSDK || !isInFront && self.people.devices[device].account != nil else {
            return
        }
        let inspection = PushPayload.inspect(push.payload)
        let id = self.record.history.number(of: inspection["id"]?.string ?? push.collapseID ?? push.id)
        let generation = inspection["generation"]?.int64.map(UInt64.init(clamping:)) ?? 0
        let isFallback = inspection["fallback"]?.bool ?? false
        self.note(.alertArrived(generation: generation, isFallback: isFallback), .device(device), id)
        self.people.devices[device].screen.deliver(id, generation)
        if isInFront { self.handAlert(device) }
    }
}
