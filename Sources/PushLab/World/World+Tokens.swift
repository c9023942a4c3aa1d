import Basics
import FeedService
import NotificationFeed

/// Access tokens for apps and for the server under test.
extension World {
    mutating func askForToken(_ device: Int) {
        self.note(.tokenAsked, .device(device))
        let delay = self.clock.roll(.tokenDelay, self.people.devices[device].entity).within(
            self.weather.delays.crossing)
        self.clock.plan(.accessToken(self.people.process(device)), in: delay)
    }

    mutating func giveAccessToken(_ device: Int) {
        guard self.people.devices[device].isOnline, !self.takesFault(\.tokensToRefuse, device) else {
            self.note(.tokenRefused, .device(device))
            return self.tell(device, .accessToken(nil))
        }
        guard let token = self.issueToken(for: device) else {
            self.note(.tokenRefused, .device(device))
            return self.tell(device, .accessToken(nil))
        }
        self.note(.tokenGiven, .device(device))
        self.tell(device, .accessToken(token.text))
    }

    private static let scopesOfConsumers = AccessScope.consumer.map(\.name)
    private static let scopesAtWork = [AccessScope.organizationAudience.name]

    private mutating func issueToken(for device: Int) -> (text: String, expires: Instant)? {
        let request = TokenRequest(
            .delegated(user: self.people.users[self.people.devices[device].user]), client: self.people.appId,
            scopes: self.people.devices[device].account == .work ? Self.scopesAtWork : Self.scopesOfConsumers)
        return self.issue(request, entity: self.people.devices[device].entity)
    }

    /// Issues a token. Returns nil when the service refuses, for example because the user's name is empty or too long.
    mutating func issue(_ request: TokenRequest, entity: UInt64) -> (text: String, expires: Instant)? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(AccessToken.byteCount)
        self.service.issuedTokens += 1
        for n in 0..<4 as Range<UInt64> {
            let word = self.clock.roll(.accessToken, entity, n: self.service.issuedTokens << 2 | n).bits
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        do throws(IssueRefusal) {
            let issued = try self.service.machine.office.issue(request, bytes: bytes, at: self.clock.now)
            return (issued.token.text, issued.holder.expires)
        } catch { return nil }
    }

    /// Returns a token that stays valid for several minutes, because a slow network may take that long. Returns an
    /// empty token when none can be issued.
    mutating func ownToken(of device: Int) -> String {
        let arrival = self.clock.now.later(by: .minutes(5))
        if let token = self.people.devices[device].accessToken, token.expires > arrival { return token.text }
        guard let token = self.issueToken(for: device) else { return "" }
        self.people.devices[device].accessToken = token
        return token.text
    }
}
