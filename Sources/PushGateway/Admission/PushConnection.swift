package import Basics

/// The state of one connection.
package struct PushConnection: Hashable, Sendable {
    /// The settings that the service sends when a connection opens.
    package struct Settings: Hashable, Sendable {
        package let headerTableSize = 4_096
        package let maxConcurrentStreams: Int
        package let initialWindowSize = 65_535
        package let maxFrameSize = 16_384
        package let maxHeaderListSize = 8_000

        package init(maxConcurrentStreams: Int) { self.maxConcurrentStreams = maxConcurrentStreams }
    }

    package enum Phase: Hashable, Sendable {
        case open
        /// The first GOAWAY was sent; new requests are still served.
        case leaving
        /// The second GOAWAY was sent; open streams are finished.
        case finishing
        case closed
    }

    /// A provider token, and the time at which it was first used.
    package struct TokenInUse: Hashable, Sendable {
        package var text: [UInt8]
        package var since: Instant
    }

    package let environment: PushEnvironment
    package let certificate: ClientCertificate?

    package internal(set) var phase = Phase.open
    package internal(set) var closingReason: Refusal?
    package internal(set) var streamLimit: Int
    package internal(set) var openStreams = 0

    /// The key that was used first. It binds the connection to its team.
    package private(set) var firstKey: GatewayKeys.Key?
    package private(set) var tokenInUse: TokenInUse?
    package private(set) var tokenUpdates = 0

    /// The number of refusals since the last accepted push.
    package internal(set) var refusals = 0
    package internal(set) var badDeviceTokens = 0

    package init(
        _ environment: PushEnvironment, certificate: ClientCertificate? = nil, rules: AdmissionRules = AdmissionRules()
    ) {
        self.environment = environment
        self.certificate = certificate
        let startsSmall = rules.startsWithOneStream && certificate == nil
        self.streamLimit = startsSmall ? 1 : AdmissionRules.streamLimit
    }

    /// Puts a token that passed every check into use.
    mutating func adopt(_ text: [UInt8], of key: GatewayKeys.Key, now: Instant) {
        guard self.tokenInUse?.text != text else { return }
        if self.tokenInUse != nil { self.tokenUpdates += 1 }
        if self.firstKey == nil { self.firstKey = key }
        self.tokenInUse = TokenInUse(text: text, since: now)
    }
}
