import Basics
import FeedContract
import FeedService
import NotificationFeed
import PushGateway

/// Apple's front door as the lab runs it: the state of admission, and the service's connection and provider token.
struct AppleDoor: Sendable {
    let plan: FrontDoor
    private let topic: String
    private var key: LabSigningKey
    /// The lab's push service.
    ///
    /// Delivering pushes needs a state, `delivery`, which the world keeps. Between two requests, the push service
    /// itself has only an empty `delivery`.
    private var service: PushService
    private var connection = PushConnection(.production)
    private var pass = ProviderPass(key: Self.keyID, team: Self.team)

    private static let keyID = "LABKEY0001"
    private static let team = "LABTEAM001"

    init(topic: String, die: Die, plan: FrontDoor) {
        self.plan = plan
        self.topic = topic
        self.key = LabSigningKey(die: die)
        self.service = PushService(Admission(GatewayKeys([GatewayKeys.Key(Self.keyID, team: Self.team)])))
    }

    /// The answer to a push.
    ///
    /// The fate of an accepted push is not decided yet.
    struct Hearing {
        let answer: SendAnswer
        fileprivate var exchange = PushExchange()
    }

    /// Sends a push as a request, and returns the answer.
    mutating func send(
        _ push: OutgoingPush, meeting trouble: FrontDoor.Trouble?, to delivery: inout PushDelivery, at now: Instant
    ) -> Hearing {
        guard var request = self.request(push, meeting: trouble, at: now) else {
            return Hearing(answer: .refused(SendRefusal(.badDeviceToken)))
        }
        if trouble == .tooLarge {
            request.body += [UInt8](repeating: UInt8(ascii: " "), count: AdmissionRules.payloadLimit)
        }
        if trouble == .tooMany, let token = delivery.number(of: DeviceToken(address: push.row.channel.token)) {
            self.service.rate = .exhausted(for: token, at: now)
        }
        let exchange = self.service.examine(
            request, on: &self.connection, service: trouble == .overloaded ? .overloaded : .serving, at: now,
            &self.key, lent: &delivery)
        if trouble == .tooMany { self.service.rate = TokenRate() }
        if exchange.isLeaving { self.connection = PushConnection(.production) }
        if let refusal = exchange.answer?.refusal {
            return Hearing(answer: self.refused(SendRefusal(refusal), trouble))
        }
        guard let taken = exchange.taken else { preconditionFailure("a push is accepted when it was taken in") }
        return Hearing(answer: .accepted(taken.number), exchange: exchange)
    }

    /// Sends an accepted push on its way.
    ///
    /// Appends the resulting actions to `actions`.
    mutating func release(
        _ hearing: inout Hearing, with fate: Fate, to delivery: inout PushDelivery, at now: Instant,
        into actions: inout [DeliveryAction]
    ) {
        self.service.release(&hearing.exchange, with: fate, at: now, lent: &delivery, into: &actions)
    }

    private mutating func request(
        _ push: OutgoingPush, meeting trouble: FrontDoor.Trouble?, at now: Instant
    ) -> PushRequest? {
        let authorization: String
        if trouble == .expiredToken {
            var former = ProviderPass(key: Self.keyID, team: Self.team)
            authorization = former.authorization(at: now - .hours(2), self.key)
        } else {
            authorization = self.pass.authorization(at: now, self.key)
        }
        return push.appleRequest(topic: self.topic, authorization: authorization, at: now)
    }

    private mutating func refused(_ refusal: SendRefusal, _ trouble: FrontDoor.Trouble?) -> SendAnswer {
        // The pass is not informed about the expired token of two hours ago, because that token does not come from the
        // pass.
        if trouble != .expiredToken { self.pass.refused(refusal) }
        return .refused(refusal)
    }
}

/// The lab's provider key.
///
/// It signs with a keyed hash, because the lab has no library for elliptic curves. That is enough, because no part of
/// the lab forges a signature.
struct LabSigningKey: ProviderSigner, SenderPorts {
    private let hash: KeyedHash
    /// The number of ids given so far.
    private var ids: UInt64 = 0

    init(die: Die) {
        let bytes = (0..<16 as Range<UInt64>).map { place in
            let draw = die.draw(.providerKey, entity: place, cause: DieCause(step: 0), n: 0)
            return UInt8(truncatingIfNeeded: draw.bits)
        }
        guard let hash = KeyedHash(key: bytes) else { preconditionFailure("the key has sixteen bytes") }
        self.hash = hash
    }

    func signature(over bytes: [UInt8], byKey id: String) -> [UInt8] {
        self.hash.longCode(of: Array(id.utf8) + [0] + bytes)
    }

    func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
        signature == self.signature(over: bytes, byKey: id)
    }

    mutating func freshID() -> (UInt64, UInt64) {
        self.ids += 1
        let code = self.hash.longCode(of: Array("apns-id \(self.ids)".utf8))
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return (word(code.prefix(8)), word(code.dropFirst(8).prefix(8)))
    }
}
