import SecureTransport

/// Feeds an engine, and holds it to what its owner may rely on, whatever the peer sends.
struct Witness: ~Copyable {
    private(set) var engine: TLSEngine
    private(set) var events: [TLSEvent] = []
    private(set) var text: [UInt8] = []
    /// What an honest peer says; nothing else may be read.
    private let spoken: [UInt8]
    /// How many events were looked at.
    private var checked = 0
    private var openings = 0
    private var hasEnded = false
    private var randomness: UInt64

    init(spoken: [UInt8], randomness: UInt64, _ make: () -> TLSEngine) {
        self.randomness = randomness
        self.engine = ReplayedRandomness.draw(from: &self.randomness, make)
        self.spoken = spoken
    }

    var isOpen: Bool { self.openings > 0 }

    var facts: TLSFacts? {
        for case .opened(let facts) in self.events { return facts }
        return nil
    }

    var session: TLSSession? {
        for case .session(let session) in self.events.reversed() { return session }
        return nil
    }

    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while !rest.isEmpty {
            let taken = self.act { engine, events in rest.withUnsafeBytes { engine.receive($0, &events) } }
            rest = rest.dropFirst(taken)
            let read = self.read()
            holds(taken > 0 || read > 0 || self.engine.unsentCount > 0, "an engine that stands still")
            if taken == 0, read == 0 { _ = self.takeUnsent() }
        }
        self.check()
    }

    mutating func end() {
        self.act { engine, events in engine.receiveEnd(&events) }
        while self.read() > 0 {}
        self.check()
        holds(self.hasEnded, "a stream has ended and the engine says nothing of it")
        _ = self.takeUnsent()
        holds(self.engine.unsentCount == 0, "there is no end of what is to be sent")
    }

    mutating func takeUnsent() -> [UInt8] {
        guard self.engine.unsentCount > 0 else { return [] }
        defer { self.check() }
        return self.act { engine, events in engine.takeUnsent(&events) }
    }

    mutating func speak(_ bytes: [UInt8]) { self.act { engine, _ in _ = try? engine.write(bytes) } }

    mutating func close() { self.act { engine, _ in engine.close() } }

    private mutating func read() -> Int {
        // The bytes of an array would be set up and torn down for every piece that holds no plaintext.
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            let count = self.act { engine, events in engine.read(into: buffer, &events) }
            self.text += buffer[..<count]
            return count
        }
    }

    @discardableResult
    private mutating func act<Result>(_ body: (inout TLSEngine, inout [TLSEvent]) -> Result) -> Result {
        // Only one side acts at a time, each with its own random bytes.
        var randomness = self.randomness
        let result = ReplayedRandomness.draw(from: &randomness) { body(&self.engine, &self.events) }
        self.randomness = randomness
        return result
    }

    private mutating func check() {
        for event in self.events[self.checked...] {
            holds(!self.hasEnded, "something behind the end")
            switch event {
            case .opened: self.openings += 1
            case .closed: self.hasEnded = true
            case .failed(let failure):
                self.hasEnded = true
                let isReadable = failure.sentence.utf8.allSatisfy { 0x20...0x7E ~= $0 }
                holds(isReadable && failure.sentence.utf8.count < 2_000, "a sentence that nobody can read")
            case .plaintext, .session: break
            }
        }
        self.checked = self.events.count
        holds(self.spoken.starts(with: self.text), "plaintext that nobody has said")
        holds(
            self.openings <= 1 && (self.text.isEmpty || self.openings == 1),
            "plaintext before the handshake, or two of those")
    }
}
