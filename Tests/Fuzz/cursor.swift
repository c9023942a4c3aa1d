import Basics
import FeedContract
import NotificationFeed

/// Any bytes are a cursor of one feed and one spelling, or none; any place that is sealed reads one feed or nothing.
func fuzzCursor(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).array
    check(bytes, sealed)
    // No mutation finds a tag, so behind an office that takes any tag the reader of places is met as well.
    check(bytes, careless)
    check(Array((Hex.text(of: bytes) + careTag).utf8), careless)
    var numbers = Numbers(bytes)
    checkTampering(&numbers)
    checkReading(&numbers)
    return 0
}

private let alice = FeedKey(host: "contoso.com", user: "alice")
private let strangers = [
    FeedKey(host: "contoso.com", user: "bob"), FeedKey(host: "contoso.net", user: "alice"),
    FeedKey(host: "contoso.coma", user: "lice"),
]
private let sealed = KeyedHash(key: Array("0123456789abcdef".utf8)).map { CursorOffice(CursorSeal($0)) }
private let careless: CursorOffice? = CursorOffice(CursorSeal { _ in [UInt8](repeating: 0, count: 16) })
private let careTag = String(repeating: "00", count: 16)

private func check(_ text: [UInt8], _ office: CursorOffice?) {
    guard let office, let place = office.open(text, of: alice) else { return }
    holds(place != .start, "a cursor for the beginning, which needs none")
    let again = office.seal(place, of: alice).map { Array($0.text.utf8) }
    holds(again == text, "a second spelling of \(place)")
}

/// The input as numbers, zero behind its end.
private struct Numbers {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.rest = bytes[...] }

    mutating func byte() -> UInt8 { self.rest.popFirst() ?? 0 }

    /// Small ones often, so that they meet what is in a log.
    mutating func number() -> UInt64 {
        let kind = self.byte()
        if kind < 0xE0 { return UInt64(kind % 16) }
        return (0..<8).reduce(UInt64(0)) { word, _ in word << 8 | UInt64(self.byte()) }
    }

    mutating func place(epoch: UInt64) -> ReadingPlace {
        let kind = self.byte()
        let epoch = kind & 0x80 == 0 ? epoch : self.number()
        guard kind & 1 == 1 else { return .after(epoch: epoch, sequence: self.number()) }
        return .within(
            epoch: epoch,
            ReadingPlace.Session(
                from: self.number(), position: self.number(), anchor: self.number(), isFull: kind & 2 == 2))
    }
}

/// What was sealed opens again, for nobody else, and not with one byte changed.
private func checkTampering(_ numbers: inout Numbers) {
    let place = numbers.place(epoch: 7)
    guard let office = sealed, let cursor = office.seal(place, of: alice) else {
        return holds(false, "a place that cannot be sealed")
    }
    holds(office.open(cursor, of: alice) == place, "another place than was sealed")
    for stranger in strangers { holds(office.open(cursor, of: stranger) == nil, "a stranger's cursor opens") }
    var text = Array(cursor.text.utf8)
    let index = Int(numbers.byte()) % text.count
    let change = max(1, numbers.byte())
    text[index] ^= change
    holds(office.open(text, of: alice) == nil, "byte \(index) changed by \(change) passes")
    let cut = Array(cursor.text.utf8.prefix(Int(numbers.byte()) % text.count))
    holds(office.open(cut, of: alice) == nil, "\(cut.count) bytes of it pass")
}

private let beginning = Instant(microseconds: 1_700_000_000_000_000)

extension MemoryFeedStore {
    fileprivate mutating func outcome(_ act: FeedCommand.Act, at now: Instant) -> FeedOutcome {
        self.run(FeedCommand(act, now: now, fresh: Fresh(id: "fresh", number: 7 << 32))).outcome
    }
}

/// A service with some history; a copy of it for each input.
private let history = {
    var store = MemoryFeedStore(FeedRules())
    for key in [alice, strangers[0]] {
        for id in 0..<4 {
            let new = NewNotification(host: key.host, appNotificationId: "\(key.user)-\(id)", raw: "r")
            _ = store.outcome(.publish(key, Publication(new)), at: beginning)
        }
    }
    _ = store.outcome(.delete(alice, Deletion(id: "alice-1")), at: beginning)
    _ = store.outcome(.update(alice, StateUpdate(id: "alice-2", readState: .read)), at: beginning)
    return store
}()

/// Reads from any place: one feed's changes in order, or a refusal.
private func checkReading(_ numbers: inout Numbers) {
    var store = history
    let rest = numbers.byte()
    let now = beginning + .days(Int64(rest % 64))
    let limit = Int(rest / 64)
    var place = numbers.place(epoch: 7)
    for _ in 0..<12 {
        let reading = Reading(place, limit: limit, days: Int(numbers.byte()) - 4)
        let outcome = store.outcome(.fetch(alice, reading), at: now)
        guard case .page(let page) = outcome else {
            if case .refused(let refusal) = outcome, refusal.code == .resyncRequired { return }
            return holds(false, "neither a page nor a resync: \(outcome)")
        }
        holds(page.changes.allSatisfy { $0.id.hasPrefix("alice-") }, "another user's notification")
        let versions = page.changes.map(\.version)
        holds(versions == versions.sorted() && Set(versions).count == versions.count, "out of order: \(versions)")
        holds(versions.allSatisfy { $0 > place.position }, "told again: \(versions) behind \(place.position)")
        guard !page.isLast else { return }
        holds(page.next.position > place.position, "a read that does not get on")
        place = page.next
    }
    holds(false, "a read without an end")
}
