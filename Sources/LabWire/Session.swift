import SecureTransport

/// A TLS connection: both of its ends, and the bytes that travel between them.
final class Session {
    private var client: TLSEngine
    private var server: TLSEngine
    private var atClient = Heard()
    private var atServer = Heard()

    init(_ client: consuming TLSEngine, _ server: consuming TLSEngine) {
        self.client = client
        self.server = server
    }

    /// The events that one end of the connection reported.
    private struct Heard {
        /// The events that have not been read yet.
        var events: [TLSEvent] = []
        private(set) var hasOpened = false
        private(set) var failure: TLSFailure?

        /// Records whether the connection was opened or has failed. Then drops the events, so that a long connection
        /// does not use more and more memory.
        mutating func digest() {
            for event in self.events {
                switch event {
                case .opened: self.hasOpened = true
                case .failed(let failure): self.failure = self.failure ?? failure
                case .plaintext, .session, .closed: break
                }
            }
            self.events.removeAll(keepingCapacity: true)
        }
    }

    /// Moves bytes between both ends until neither end has bytes left to send.
    func shakeHands() {
        defer { self.digest() }
        while self.moveToServer() || self.moveToClient() {}
    }

    private func digest() {
        self.atClient.digest()
        self.atServer.digest()
    }

    var isOpen: Bool { self.atClient.hasOpened && self.atServer.hasOpened && self.reason == nil }

    /// The reason why the connection ended, as a sentence.
    ///
    /// If both ends have a reason, the reason of the client is used, because the client opens the connection.
    var failure: String? { self.reason?.sentence }

    /// Whether the client does not trust the server.
    var isUntrusted: Bool {
        switch self.reason?.reason {
        case .unknownAuthority, .wrongName, .expired, .notYetValid, .revoked, .outdatedList, .wrongPurpose,
            .badCertificate, .certificateMissing:
            true
        default: false
        }
    }

    private var reason: TLSFailure? { self.atClient.failure ?? self.atServer.failure }

    /// Sends bytes to the other end, and returns them when all of them have arrived. Returns nil if the connection ends
    /// before that.
    func carry(_ bytes: [UInt8], toService: Bool, isCut: Bool) -> [UInt8]? {
        defer { self.digest() }
        var rest = bytes[...]
        var arrived: [UInt8] = []
        while !rest.isEmpty {
            guard let taken = self.write(Array(rest.prefix(16_384)), toService: toService), taken > 0 else {
                return nil
            }
            rest = rest.dropFirst(taken)
            if isCut { return self.cut(toService: toService) }
            while toService ? self.moveToServer() : self.moveToClient() {}
            arrived += self.readAll(atService: toService)
        }
        return arrived.count == bytes.count ? arrived : nil
    }

    private func write(_ bytes: [UInt8], toService: Bool) -> Int? {
        toService ? try? self.client.write(bytes) : try? self.server.write(bytes)
    }

    private func readAll(atService: Bool) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let some =
                atService
                ? self.server.read(atMost: 16_384, &self.atServer.events)
                : self.client.read(atMost: 16_384, &self.atClient.events)
            guard !some.isEmpty else { return all }
            all += some
        }
    }

    /// Delivers half of the bytes in transit, and then ends the connection without a closing message.
    private func cut(toService: Bool) -> [UInt8]? {
        if toService {
            let bytes = self.client.takeUnsent(&self.atClient.events)
            _ = self.server.receive(Array(bytes.prefix(bytes.count / 2)), &self.atServer.events)
            self.server.receiveEnd(&self.atServer.events)
        } else {
            let bytes = self.server.takeUnsent(&self.atServer.events)
            _ = self.client.receive(Array(bytes.prefix(bytes.count / 2)), &self.atClient.events)
            self.client.receiveEnd(&self.atClient.events)
        }
        return nil
    }

    private func moveToServer() -> Bool {
        let bytes = self.client.takeUnsent(&self.atClient.events)
        return !bytes.isEmpty && self.server.receive(bytes, &self.atServer.events) == bytes.count
    }

    private func moveToClient() -> Bool {
        let bytes = self.server.takeUnsent(&self.atServer.events)
        return !bytes.isEmpty && self.client.receive(bytes, &self.atClient.events) == bytes.count
    }
}
