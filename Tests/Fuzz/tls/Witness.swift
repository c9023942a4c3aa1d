import SecureTransport

/// Feeds an engine, and holds it to what its owner may rely on, whatever the peer sends.
struct Witness: ~Copyable {
    private(set) var engine: TLSEngine
    private(set) var events: [TLSEvent] = []
    private(set) var text: [UInt8] = []
    /// What an honest peer says; nothing else may be read.
    private let spoken: [UInt8]

    init(_ engine: consuming TLSEngine, spoken: [UInt8]) {
        self.engine = engine
        self.spoken = spoken
    }

    mutating func receive(_ bytes: some Collection<UInt8>) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let taken = self.engine.receive(Array(rest), &self.events)
            rest = rest.dropFirst(taken)
            let read = self.engine.read(atMost: 4_096, &self.events)
            holds(taken > 0 || !read.isEmpty || self.engine.unsentCount > 0, "an engine that stands still")
            self.text += read
            if taken == 0, read.isEmpty { _ = self.engine.takeUnsent(&self.events) }
        }
        self.check()
    }

    mutating func end() {
        self.engine.receiveEnd(&self.events)
        while true {
            let read = self.engine.read(atMost: 4_096, &self.events)
            guard !read.isEmpty else { break }
            self.text += read
        }
        self.check()
        let hasEnded = self.events.contains { if case .failed = $0 { true } else { $0 == .closed } }
        holds(hasEnded, "a stream has ended and the engine says nothing of it")
        _ = self.takeUnsent()
        holds(self.engine.unsentCount == 0, "there is no end of what is to be sent")
    }

    mutating func takeUnsent() -> [UInt8] { self.engine.takeUnsent(&self.events) }

    mutating func speak(_ bytes: [UInt8]) { _ = try? self.engine.write(bytes) }

    mutating func close() { self.engine.close() }

    var isOpen: Bool { self.events.contains { if case .opened = $0 { true } else { false } } }

    private func check() {
        holds(self.spoken.starts(with: self.text), "plaintext that nobody has said")
        let openings = self.events.count { if case .opened = $0 { true } else { false } }
        holds(openings <= 1 && (self.text.isEmpty || openings == 1), "plaintext before the handshake, or two of those")
        let ends = self.events.indices.filter { index in
            if case .failed = self.events[index] { true } else { self.events[index] == .closed }
        }
        holds(ends.count <= 1 && (ends.isEmpty || ends[0] == self.events.count - 1), "something behind the end")
        for event in self.events {
            guard case .failed(let failure) = event else { continue }
            let isReadable = failure.sentence.utf8.allSatisfy { 0x20...0x7E ~= $0 }
            holds(isReadable && failure.sentence.utf8.count < 2_000, "a sentence that nobody can read")
        }
    }
}
