package import Basics
import FeedContract

extension MemoryFeedStore {
    /// Whether a device asked to be woken for a feed, and both its address and its subscription are still valid.
    package func taps(_ device: String, for key: FeedKey, at now: Instant) -> Bool {
        guard let feed = self.feedOfKey[key] else { return false }
        let isRegistered = self.registrations[ExactText(key.user)]?.contains {
            $0.device.isExactly(device) && now < $0.expiration && $0.channel.kind.platform != nil
        }
        guard isRegistered ?? false else { return false }
        return self.feeds.span[feed].subscriptions.contains {
            $0.device.isExactly(device) && now < $0.expiration && !$0.isQuiet
        }
    }
}
