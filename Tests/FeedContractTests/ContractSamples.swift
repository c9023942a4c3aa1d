import Basics
import FeedContract
import TestSupport

/// Random values of everything that client and service say to each other.
struct ContractSamples {
    var dice: SeededDice

    private static let texts = [
        "", "n1", "contoso.com", "né", "e\u{301}", "😀", "\"\\/\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}\u{2028}", "null", "{}",
        String(repeating: "x", count: 6_000), "\u{10FFFF}",
    ]

    mutating func text() -> String { self.dice.pick(Self.texts) }
    mutating func maybeText() -> String? { self.dice.coin() ? self.text() : nil }
    mutating func number() -> UInt64 { self.dice.pick([0, 1, 1 << 53, .max, self.dice.next()]) }
    mutating func maybeNumber() -> UInt64? { self.dice.coin() ? self.number() : nil }
    mutating func instant() -> Instant {
        Instant(microseconds: self.dice.pick([0, -1, .max, .min, Int64(truncatingIfNeeded: self.dice.next())]))
    }
    mutating func maybeInt() -> Int? { self.dice.coin() ? self.dice.pick([0, 1, -1, .max, .min, 100]) : nil }

    mutating func change() -> Change {
        var content: Content?
        if self.dice.coin() {
            content = Content(
                raw: self.maybeText(),
                visual: self.dice.coin() ? Content.Visual(title: self.text(), body: self.maybeText()) : nil)
        }
        return Change(
            self.dice.pick(Change.Kind.allCases), id: self.text(), serverId: self.text(), generation: self.number(),
            version: self.number(), readState: self.dice.pick([.unread, .read]), userActionState: self.action(),
            content: content, groupName: self.maybeText(), priority: self.dice.pick([.none, .high, .low]),
            expiration: self.instant(), time: self.instant(), isOwn: self.dice.coin())
    }

    mutating func action() -> UserActionState {
        self.dice.pick([.noInteraction, .activated, .dismissed, .snoozed])
    }

    mutating func page() -> FeedPage {
        let cursor = Cursor(self.text())
        return FeedPage(
            changes: (0..<self.dice.below(4)).map { _ in self.change() },
            next: self.dice.coin() ? .more(cursor) : .done(cursor),
            position: FeedPosition(epoch: self.number(), mark: self.number()), isFull: self.dice.coin())
    }

    mutating func request() -> FeedRequest {
        switch self.dice.below(7) {
        case 0:
            .fetch(
                FetchRequest(
                    host: self.text(), subscription: self.maybeText(), cursor: self.maybeText().map(Cursor.init),
                    limit: self.maybeInt(), days: self.maybeInt()))
        case 1:
            .save(
                SaveRequest(
                    host: self.text(), subscription: self.maybeText(), id: self.text(),
                    generation: self.maybeNumber(),
                    readState: self.dice.pick([nil, .read, .unread]),
                    userActionState: self.dice.coin() ? self.action() : nil))
        case 2:
            .delete(
                DeleteRequest(
                    host: self.text(), subscription: self.maybeText(), id: self.text(),
                    generation: self.maybeNumber()))
        case 3:
            .subscribe(
                SubscribeRequest(
                    host: self.text(), device: self.text(), appId: self.text(), serial: self.maybeNumber(),
                    isQuiet: self.dice.coin()))
        case 4:
            .unsubscribe(
                UnsubscribeRequest(host: self.text(), subscription: self.text(), serial: self.maybeNumber()))
        case 5:
            .register(
                RegisterRequest(
                    device: self.text(),
                    channel: PushChannel(self.dice.pick(PushChannel.Kind.allCases), token: self.text()),
                    appId: self.text(), appDisplayName: self.text(), serial: self.maybeNumber()))
        default:
            .unregister(
                UnregisterRequest(device: self.text(), serial: self.maybeNumber()))
        }
    }

    mutating func answer() -> FeedAnswer {
        switch self.dice.below(6) {
        case 0: .page(self.page())
        case 1:
            .saved(
                UpdateResult(
                    id: self.text(), succeeded: self.dice.coin(), version: self.maybeNumber()))
        case 2: .subscribed(SubscriptionAnswer(subscription: self.text(), expiration: self.instant()))
        case 3: .registered(RegistrationAnswer(expiration: self.instant()))
        case 4: .done
        default:
            .refused(
                FeedRefusal(
                    self.dice.pick(FeedRefusal.Code.allCases), self.text(), retryAfter: self.maybeInt(),
                    serial: self.maybeNumber()))
        }
    }
}
