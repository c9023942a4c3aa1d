import Basics
import SecureTransport

/// A client and a server, both with our engine, that connect to each other.
final class TLSPair {
    private static let recordCount = 16_384

    private let world: TLSWorld
    private let kind: TLSWorld.Kind
    private let client: TLSClient
    private let server: TLSServer
    private let name: ServerName
    private let tickets: TicketKeys?

    init(_ world: TLSWorld, _ kind: TLSWorld.Kind) throws {
        (self.world, self.kind, self.name) = (world, kind, .host(world.host))
        (self.client, self.server) = (try world.makeClient(kind), try world.makeServer(kind))
        self.tickets = TicketKeys(world.ticketKey)
    }

    /// One connection, with the events of both sides.
    private struct Talk: ~Copyable {
        var client: TLSEngine
        var server: TLSEngine
        var clientEvents: [TLSEvent] = []
        var serverEvents: [TLSEvent] = []

        init(_ client: consuming TLSEngine, _ server: consuming TLSEngine) {
            self.client = client
            self.server = server
        }

        mutating func settle() {
            while self.client.unsentCount + self.server.unsentCount > 0 {
                Self.carry(&self.client, &self.clientEvents, &self.server, &self.serverEvents)
                Self.carry(&self.server, &self.serverEvents, &self.client, &self.clientEvents)
            }
        }

        mutating func say(_ bytes: [UInt8], into target: UnsafeMutableRawBufferPointer) -> Bool {
            guard (try? self.client.write(bytes)) == bytes.count else { return false }
            Self.carry(&self.client, &self.clientEvents, &self.server, &self.serverEvents)
            let count = self.server.read(into: target, &self.serverEvents)
            self.serverEvents.removeAll(keepingCapacity: true)
            return count == bytes.count
        }

        private static func carry(
            _ sender: inout TLSEngine, _ senderEvents: inout [TLSEvent], _ receiver: inout TLSEngine,
            _ receiverEvents: inout [TLSEvent]
        ) {
            sender.send(&senderEvents) { receiver.receive($0, &receiverEvents) }
        }
    }

    private func connect(resuming session: TLSSession?) -> Talk {
        var talk = Talk(
            self.client.connect(to: self.name, at: self.world.now, resuming: session),
            self.server.accept(at: self.world.now, tickets: self.tickets))
        talk.settle()
        return talk
    }

    private static func isResumed(_ events: [TLSEvent]) -> Bool? {
        for case .opened(let facts) in events { return facts.isResumed }
        return nil
    }

    private static func session(_ events: [TLSEvent]) -> TLSSession? {
        for case .session(let session) in events.reversed() { return session }
        return nil
    }

    func handshakes(count: Int) -> Lane {
        let session = self.kind.isResumed ? Self.session(self.connect(resuming: nil).clientEvents) : nil
        return Lane(name: "our engines: \(self.kind.name)", count: count) {
            (0..<count).count { _ in
                let talk = self.connect(resuming: session)
                return Self.isResumed(talk.clientEvents) == self.kind.isResumed
                    && Self.isResumed(talk.serverEvents) == self.kind.isResumed
            }
        }
    }

    func records(count: Int) -> Lane {
        let line = Line(self.connect(resuming: nil))
        let record = [UInt8](repeating: 0, count: Self.recordCount)
        return Lane(name: "our engines: \(self.kind.version.rawValue) records", count: count) {
            var buffer = [UInt8](repeating: 0, count: Self.recordCount)
            return buffer.withUnsafeMutableBytes { buffer in
                (0..<count).count { _ in line.talk.say(record, into: buffer) }
            }
        }
    }

    /// A connection that is used by many sweeps.
    private final class Line {
        var talk: Talk
        init(_ talk: consuming Talk) { self.talk = talk }
    }
}
