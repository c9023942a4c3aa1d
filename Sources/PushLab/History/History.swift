import Basics

/// The events of a run, in the order in which they happened.
///
/// The hash is updated with each event and text, so it is available even when the events are not kept. Two runs with
/// the same hash are the same run.
package struct History: Sendable {
    /// The version number of the rules for the meaning and the hashing of events.
    package static let format = 2

    package private(set) var events: [HistoryEvent] = []
    package private(set) var count = 0
    /// Whether events are kept. False for very large runs, for which only the hash is needed.
    package var keepsEvents = true
    /// The texts by number.
    ///
    /// Zero means no text, so the numbers in events are one higher.
    private var texts = TextNumbers()
    private var hash: UInt64 = 0x6A09_E667_F3BC_C908

    package init() {}

    /// The hash as a number.
    var code: UInt64 { self.hash }

    /// The hash of the whole run, as sixteen hex digits.
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

    /// Returns the kept events and removes them from the history.
    package mutating func takeEvents() -> [HistoryEvent] {
        // Swapped, since a buffer with two owners is copied.
        var taken: [HistoryEvent] = []
        swap(&taken, &self.events)
        return taken
    }

    func knows(_ text: String) -> Bool { self.texts.find(text) != nil }

    /// Returns the number of a text.
    ///
    /// A text that was not used before gets a new number.
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

    /// Multiplies two words and folds the full product into one word, so that each input bit affects each bit of the
    /// hash.
    private mutating func absorb(_ word: UInt64) {
        let product = (self.hash ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        self.hash = (product.high ^ product.low) &+ 0xBF58_476D_1CE4_E5B9
    }
}
