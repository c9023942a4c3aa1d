import Basics

/// What happened in a run, in the order in which it happened.
///
/// The hash is taken over the events and the texts as they come, so that it is there also when the events themselves
/// are not kept. Two runs with one hash are one run.
package struct History: Sendable {
    /// The version of what an event means and how it is hashed.
    package static let format = 2

    package private(set) var events: [HistoryEvent] = []
    package private(set) var count = 0
    /// False for runs so large that only their hash is wanted.
    package var keepsEvents = true
    /// One less than the history has: none is no text.
    private var texts = TextNumbers()
    private var hash: UInt64 = 0x6A09_E667_F3BC_C908

    package init() {}

    /// The number behind the fingerprint.
    var code: UInt64 { self.hash }

    /// Sixteen hex digits that stand for the whole run.
    package var fingerprint: String { Hex.text(of: self.hash) }

    package mutating func add(_ event: HistoryEvent) {
        self.count += 1
        self.absorb(UInt64(bitPattern: event.moment.microseconds))
        let words = event.rawWords
        self.absorb(UInt64(event.kind.rawValue) << 32 | UInt64(words.detail))
        self.absorb(event.cause.number)
        self.absorb(UInt64(event.actor.number) << 32 | UInt64(event.subject.number))
        self.absorb(UInt64(event.party.number))
        self.absorb(words.first)
        self.absorb(words.second)
        if self.keepsEvents { self.events.append(event) }
    }

    /// Hands the events over that are kept, and keeps them no more.
    package mutating func takeEvents() -> [HistoryEvent] {
        defer { self.events.removeAll(keepingCapacity: true) }
        return self.events
    }

    func knows(_ text: String) -> Bool { self.texts.find(text) != nil }

    /// The number of a text, a new one if it was not used before.
    package mutating func number(of text: String) -> HistoryEvent.TextNumber {
        if text.isEmpty { return .none }
        let known = self.texts.count
        let number = HistoryEvent.TextNumber(self.texts.intern(text) + 1)
        guard self.texts.count > known else { return number }
        var (word, bytes) = (UInt64(text.utf8.count), 0)
        for byte in text.utf8 {
            word = word << 8 | UInt64(byte)
            bytes += 1
            if bytes % 7 == 0 {
                self.absorb(word)
                word = 0
            }
        }
        self.absorb(word)
        return number
    }

    package func text(_ number: HistoryEvent.TextNumber) -> String {
        number == .none ? "" : self.texts[number.number - 1]
    }

    func pack(into packer: inout Packer) {
        precondition(self.events.isEmpty, "a history that keeps its events is not packed")
        packer.write(count: self.count)
        packer.write(noise: self.hash)
        packer.write(self.keepsEvents)
        self.texts.pack(into: &packer)
    }

    init(from unpacker: inout Unpacker) {
        self.count = unpacker.count()
        self.hash = unpacker.noise()
        self.keepsEvents = unpacker.flag()
        self.texts = TextNumbers(from: &unpacker)
    }

    /// The full product of two words folded into one: each bit of what came before reaches each bit of the hash.
    private mutating func absorb(_ word: UInt64) {
        let product = (self.hash ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        self.hash = (product.high ^ product.low) &+ 0xBF58_476D_1CE4_E5B9
    }
}
