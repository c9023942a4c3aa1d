import SecureTransport

/// Both ends of one TLS connection, and the bytes between them.
final class Session {
    private var client: TLSEngine
    private var server: TLSEngine
    private var clientEvents: [TLSEvent] = []
    private var serverEvents: [TLSEvent] = []

    init(_ client: consuming TLSEngine, _ server: consuming TLSEngine) {
        self.client = client
        self.server = server
    }

    /// Hands bytes over until neither side has any.
    func shakeHands() {
        while self.moveToServer() || self.moveToClient() {}
    }

    var isOpen: Bool { Self.hasOpened(self.clientEvents) && Self.hasOpened(self.serverEvents) && self.failure == nil }

    /// Why it is over, in a sentence; the client's reason first, because it is the one who asks.
    var failure: String? { self.reason?.sentence }

    /// Whether the client does not believe the server.
    var isUntrusted: Bool {
        switch self.reason?.reason {
        case .unknownAuthority, .wrongName, .expired, .notYetValid, .revoked, .outdatedList, .wrongPurpose,
            .badCertificate, .certificateMissing:
            true
        default: false
        }
    }

    private var reason: TLSFailure? {
        for event in self.clientEvents + self.serverEvents {
            if case .failed(let failure) = event { return failure }
        }
        return nil
    }

    private static func hasOpened(_ events: [TLSEvent]) -> Bool {
        events.contains { if case .opened = $0 { true } else { false } }
    }

    /// What arrives at the other end: all of it, or nil when the stream ended before.
    func carry(_ bytes: [UInt8], toService: Bool, isCut: Bool) -> [UInt8]? {
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
                ? self.server.read(atMost: 16_384, &self.serverEvents)
                : self.client.read(atMost: 16_384, &self.clientEvents)
            guard !some.isEmpty else { return all }
            all += some
        }
    }

    /// Half of what is under way arrives, and then the connection ends without a word.
    private func cut(toService: Bool) -> [UInt8]? {
        if toService {
            let bytes = self.client.takeUnsent(&self.clientEvents)
            _ = self.server.receive(Array(bytes.prefix(bytes.count / 2)), &self.serverEvents)
            self.server.receiveEnd(&self.serverEvents)
        } else {
            let bytes = self.server.takeUnsent(&self.serverEvents)
            _ = self.client.receive(Array(bytes.prefix(bytes.count / 2)), &self.clientEvents)
            self.client.receiveEnd(&self.clientEvents)
        }
        return nil
    }

    private func moveToServer() -> Bool {
        let bytes = self.client.takeUnsent(&self.clientEvents)
        return !bytes.isEmpty && self.server.receive(bytes, &self.serverEvents) == bytes.count
    }

    private func moveToClient() -> Bool {
        let bytes = self.server.takeUnsent(&self.serverEvents)
        return !bytes.isEmpty && self.client.receive(bytes, &self.clientEvents) == bytes.count
    }
}
