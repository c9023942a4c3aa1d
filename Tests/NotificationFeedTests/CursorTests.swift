import FeedContract
import NotificationFeed
import ReferenceModels
import TestSupport
import Testing

@Suite("Cursors")
struct CursorTests {
    static let places: [ReadingPlace] = [
        .after(epoch: 7, sequence: 42), .after(epoch: 0, sequence: 0), .after(epoch: .max, sequence: .max),
        .within(epoch: 7, .init(from: 3, position: 8, anchor: 42, isFull: false)),
        .within(epoch: 7, .init(from: 0, position: 8, anchor: 42, isFull: true)),
    ]
    let office = CursorOffice(.test(key: 0x5EED))

    private func sealed(_ place: ReadingPlace) throws -> [UInt8] {
        Array(try #require(self.office.seal(place, of: .alice)).text.utf8)
    }

    @Test("are opened to the sealed place, and reveal neither host nor user", arguments: places)
    func roundTrip(place: ReadingPlace) throws {
        let cursor = try #require(self.office.seal(place, of: .alice))
        #expect(self.office.open(cursor, of: .alice) == place)
        #expect(!cursor.text.contains("alice"))
    }

    @Test("the beginning needs no cursor")
    func start() { #expect(self.office.seal(.start, of: .alice) == nil) }

    @Test("a flipped bit is refused", arguments: places)
    func flipped(place: ReadingPlace) throws {
        let text = try self.sealed(place)
        for index in text.indices {
            for bit in UInt8(0)..<8 {
                var flipped = text
                flipped[index] ^= 1 << bit
                #expect(self.office.open(flipped, of: .alice) == nil, "bit \(bit) of byte \(index)")
            }
        }
    }

    @Test("another byte at any place is refused, including other spellings of a digit", arguments: places)
    func replaced(place: ReadingPlace) throws {
        let text = try self.sealed(place)
        for index in text.indices {
            for byte in UInt8.min...UInt8.max where byte != text[index] {
                var changed = text
                changed[index] = byte
                guard self.office.open(changed, of: .alice) == nil else {
                    Issue.record("byte \(byte) at \(index) passes")
                    return
                }
            }
        }
    }

    @Test("a truncated cursor is refused, from either end", arguments: places)
    func truncated(place: ReadingPlace) throws {
        let text = try self.sealed(place)
        for count in 0..<text.count {
            #expect(self.office.open(Array(text.prefix(count)), of: .alice) == nil)
            #expect(self.office.open(Array(text.suffix(count)), of: .alice) == nil)
        }
    }

    @Test("an extended cursor is refused", arguments: places)
    func extended(place: ReadingPlace) throws {
        let text = try self.sealed(place)
        for extra in [
            "0", "00", "a", " ", "\n", "\0", String(repeating: "0", count: 16), String(repeating: "f", count: 64),
        ] {
            #expect(self.office.open(text + Array(extra.utf8), of: .alice) == nil)
            #expect(self.office.open(Array(extra.utf8) + text, of: .alice) == nil)
        }
        #expect(self.office.open(text + text, of: .alice) == nil)
    }

    @Test(
        "another user or host is refused, even if both joined have the same spelling",
        arguments: [
            FeedKey(host: "contoso.com", user: "bob"), FeedKey(host: "contoso.net", user: "alice"),
            FeedKey(host: "contoso.coma", user: "lice"), FeedKey(host: "contoso.co", user: "malice"),
            FeedKey(host: "", user: "contoso.comalice"), FeedKey(host: "contoso.com", user: "Alice"),
            FeedKey(host: "contoso.com", user: "alice\0"), FeedKey(host: "contoso.com", user: ""),
        ])
    func moved(feed: FeedKey) throws {
        for place in Self.places { #expect(self.office.open(try self.sealed(place), of: feed) == nil) }
    }

    @Test("a tag does not fit another place")
    func swappedTags() throws {
        let texts = try Self.places.map(self.sealed)
        for (index, body) in texts.enumerated() {
            for (other, tag) in texts.enumerated() where other != index {
                let mixed = body.dropLast(2 * CursorSeal.tagLength) + tag.suffix(2 * CursorSeal.tagLength)
                #expect(self.office.open(Array(mixed), of: .alice) == nil)
            }
        }
    }

    @Test("cursors of another key are refused")
    func otherKey() throws {
        let other = CursorOffice(.test(key: 0x5EEE))
        for place in Self.places { #expect(other.open(try self.sealed(place), of: .alice) == nil) }
    }

    @Test("a sealed text that is not a place is refused")
    func sealedNonsense() {
        // A seal that everything passes shows what the reader of places itself lets through.
        let careless = CursorOffice(CursorSeal { _ in [UInt8](repeating: 0, count: 16) })
        let tag = String(repeating: "00", count: 16)
        for body in [
            "", "11", "1100", "13", "00" + String(repeating: "00", count: 16), "11" + String(repeating: "00", count: 8),
            "12" + String(repeating: "00", count: 16), "11" + String(repeating: "00", count: 32),
            "11" + String(repeating: "00", count: 15),
        ] {
            #expect(careless.open(Cursor(body + tag), of: .alice) == nil, "\(body)")
        }
        #expect(careless.open(Cursor("11" + String(repeating: "00", count: 16) + tag), of: .alice) != nil)
    }

    @Test("random bytes never trap and are never opened")
    func randomBytes() {
        var dice = SeededDice(seed: 1)
        for _ in 0..<3_000 {
            let bytes = (0..<dice.below(140)).map { _ in
                dice.coin() ? Array("0123456789abcdef".utf8)[dice.below(16)] : UInt8(dice.below(256))
            }
            #expect(self.office.open(bytes, of: .alice) == nil)
        }
    }

    @Test("a longer tag is cut, and a shorter one is a programming error")
    func tagLengths() async {
        let long = CursorOffice(CursorSeal { _ in [UInt8](repeating: 9, count: 32) })
        let cursor = long.seal(.after(epoch: 1, sequence: 1), of: .alice)
        let length: Int = 2 * (17 + 16)
        #expect(cursor?.text.utf8.count == length)
        await #expect(processExitsWith: .failure) {
            let short = CursorOffice(CursorSeal { _ in [1, 2, 3] })
            _ = short.seal(.after(epoch: 1, sequence: 1), of: .alice)
        }
    }
}

@Suite("Cursors at the desk")
struct CursorDeskTests {
    private let desk = FeedDesk(CursorOffice(.test(key: 1)))

    /// What a user's client gets for a cursor.
    private func fetch(_ cursor: Cursor?, of feed: FeedKey, from service: Desk) -> FeedAnswer {
        switch self.desk.act(.fetch(FetchRequest(host: feed.host, cursor: cursor)), of: feed.user) {
        case .failure(let refusal): .refused(refusal)
        case .success(let act): self.desk.answer(service.run(act), to: act)
        }
    }

    @Test("a cursor of another user or host, in the middle or at the end, reveals nothing")
    func neverOtherData() throws {
        let service = Desk()
        service.store.rules.limits.pageSize = 1
        let feeds = [
            FeedKey.alice, FeedKey(host: "contoso.com", user: "bob"), FeedKey(host: "contoso.net", user: "alice"),
        ]
        for feed in feeds {
            for id in ["n1", "n2"] { service.publish("\(id)-\(feed.user)", in: feed) }
        }
        for feed in feeds {
            var cursors: [Cursor] = []
            guard case .page(let first) = self.fetch(nil, of: feed, from: service), case .more(let more) = first.next,
                case .page(let second) = self.fetch(more, of: feed, from: service), case .done(let done) = second.next
            else {
                Issue.record("two pages of one change were expected")
                return
            }
            #expect((first.changes + second.changes).map(\.id) == ["n1-\(feed.user)", "n2-\(feed.user)"])
            cursors += [more, done]
            for other in feeds where other != feed {
                for cursor in cursors {
                    guard case .refused(let refusal) = self.fetch(cursor, of: other, from: service) else {
                        Issue.record("\(other) reads with a cursor of \(feed)")
                        return
                    }
                    #expect(refusal.code == .resyncRequired && refusal.status == 410)
                }
            }
        }
    }

    @Test("a damaged cursor and one that is too old get the same answer")
    func noOracle() throws {
        let service = Desk()
        service.publish("n1")
        guard case .page(let page) = self.fetch(nil, of: .alice, from: service), case .done(let cursor) = page.next
        else {
            Issue.record("no page")
            return
        }
        service.run(.invalidateCursors(.alice))
        #expect(self.fetch(cursor, of: .alice, from: service) == self.fetch(Cursor("0"), of: .alice, from: service))
    }
}
