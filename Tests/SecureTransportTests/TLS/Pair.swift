import Basics
import SecureTransport

/// A client and a server joined without a network, and what each of them told.
struct Pair: ~Copyable {
    var client: TLSEngine
    var server: TLSEngine
    var clientEvents: [TLSEvent] = []
    var serverEvents: [TLSEvent] = []
    /// Everything that each side has sent so far.
    var fromClient: [UInt8] = []
    var fromServer: [UInt8] = []
    /// How many bytes are handed over at once.
    var step = Int.max

    init(_ client: consuming TLSEngine, _ server: consuming TLSEngine) {
        self.client = client
        self.server = server
    }

    /// Hands bytes over until neither side has any to send.
    mutating func settle() {
        var isMoving = true
        while isMoving {
            let isAsking = Self.move(
                from: &self.client, telling: &self.clientEvents, to: &self.server, telling: &self.serverEvents,
                keepingIn: &self.fromClient, by: self.step)
            let isAnswering = Self.move(
                from: &self.server, telling: &self.serverEvents, to: &self.client, telling: &self.clientEvents,
                keepingIn: &self.fromServer, by: self.step)
            isMoving = isAsking || isAnswering
        }
    }

    private static func move(
        from sender: inout TLSEngine, telling senderEvents: inout [TLSEvent], to receiver: inout TLSEngine,
        telling receiverEvents: inout [TLSEvent], keepingIn record: inout [UInt8], by step: Int
    ) -> Bool {
        let bytes = sender.takeUnsent(&senderEvents)
        record += bytes
        receiver.receiveAll(bytes, by: step, &receiverEvents)
        return !bytes.isEmpty
    }

    var clientFacts: TLSFacts? { self.clientEvents.facts }
    var serverFacts: TLSFacts? { self.serverEvents.facts }

    /// The newest session that the client was given.
    var session: TLSSession? { self.clientEvents.sessions.last }
}

extension [TLSEvent] {
    var facts: TLSFacts? {
        self.lazy.compactMap { if case .opened(let facts) = $0 { facts } else { nil } }.first
    }

    var failure: TLSFailure? {
        self.lazy.compactMap { if case .failed(let failure) = $0 { failure } else { nil } }.first
    }

    var sessions: [TLSSession] {
        self.compactMap { if case .session(let session) = $0 { session } else { nil } }
    }

    /// Those of which it does not matter how the bytes were cut.
    var withoutSessions: [TLSEvent] {
        self.filter { if case .session = $0 { false } else { true } }
    }
}

extension TLSEngine {
    /// Takes the bytes in pieces; what comes out must not need reading in between.
    mutating func receiveAll(_ bytes: [UInt8], by step: Int = .max, _ events: inout [TLSEvent]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let taken = self.receive(Array(rest.prefix(step)), &events)
            guard taken > 0 else { fatalError("the receiver stands still: read its plaintext first") }
            rest = rest.dropFirst(taken)
        }
    }

    mutating func write(_ text: String) throws(TLSWriteError) {
        let taken = try self.write(Array(text.utf8))
        precondition(taken == text.utf8.count, "the text is longer than the limit")
    }

    /// All plaintext that can be read.
    mutating func readAll(_ events: inout [TLSEvent]) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let some = self.read(atMost: 1_000, &events)
            guard !some.isEmpty else { return all }
            all += some
        }
    }
}
