import Basics
import FeedContract
package import NotificationFeed
package import PushGateway
import ShoulderTap

/// A push in the form that its push service receives.
package struct OutgoingPush: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A silent push without content.
        case wake(Wake)
        /// A push that the system shows. Only Apple's service supports it.
        case alert(OutboxRow.Alert, payload: [UInt8])
    }

    package let id: UInt64
    package let row: OutboxRow
    package let content: Content

    /// Creates the push. Returns nil for a row that its push service cannot carry.
    package init?(_ id: UInt64, _ row: OutboxRow, _ rules: ServiceRules) {
        self.id = id
        self.row = row
        switch row.push {
        case .alert(let alert):
            guard row.channel.kind == .apns else { return nil }
            self.content = .alert(alert, payload: AlertPayload.bytes(of: alert))
        case .tap:
            guard let payload = Self.payload(of: row) else { return nil }
            self.content = .wake(
                Wake(
                    id: Hex.text(of: id), to: row.channel.token, payload: payload,
                    // Apple accepts background pushes with priority 5 only.
                    isUrgent: row.channel.kind != .apns,
                    collapseKey: rules.coalescesTaps ? OutboxRow.tapCollapseKey : nil))
        }
    }

    /// Returns the payload in the format that the channel of the push uses to carry a tap. Returns nil if the channel
    /// cannot carry a tap, or if the row has no tap.
    private static func payload(of row: OutboxRow) -> [UInt8]? {
        guard let tap = row.tap else { return nil }
        switch row.channel.kind {
        case .apns: return tap.payload
        case .fcm: return tap.hasAddress ? tap.writtenEnvelope : nil
        case .wns: return tap.writtenEnvelope
        case .web, .polling: return nil
        }
    }
}
