import Basics
import Foundation
import SecureTransport
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Connections of every fate, and the memory that the process holds afterwards.
///
/// Each runs in a process of its own, where nobody else allocates.
@Suite("TLS memory")
struct HandshakeMemoryTests {
    private static let bound = 1_048_576

    @Test("Thousands of connections, good and bad, leave nothing behind")
    func isFlat() async throws {
        let end = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let count = Environment.number("SHOULDERTAP_TLS_HANDSHAKES") ?? 500
            try Self.report(handshakes: count) { try Self.round() }
        }
        guard let growth = try Self.growth(in: end) else { return }
        #expect(growth < Self.bound)
    }

    @Test("One leaked connection in each round is noticed")
    func canary() async throws {
        let end = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            try Self.report(handshakes: 1_000) {
                let pair = try World.shared.openPair()
                _ = Unmanaged.passRetained(Forgotten(pair))
            }
        }
        guard let growth = try Self.growth(in: end) else { return }
        #expect(growth > Self.bound)
    }

    private final class Forgotten {
        let pair: Pair
        init(_ pair: consuming Pair) { self.pair = pair }
    }

    private static let handshakesInRound = 5

    /// Five handshakes: a full one and what resumes it, a revoked client, a wrong name, a cut.
    private static func round() throws {
        let world = try World.shared
        let (client, server) = (try world.makeClient(), try world.makeServer())
        var full = try world.openPair()
        try full.client.write("ping")
        full.settle()
        _ = full.server.readAll(&full.serverEvents)
        full.client.close()
        full.settle()
        var resumed = Pair(
            client.connect(to: World.localhost, at: World.now, resuming: full.session),
            server.accept(at: World.now, tickets: World.ticketKeys))
        resumed.settle()
        let isResumed = resumed.clientFacts?.isResumed
        precondition(isResumed == true, "a session that is not resumed")
        var mutual = Pair(
            try world.makeClient(identity: world.client, .only(.v1_2)).connect(to: World.localhost, at: World.now),
            try world.makeServer(clients: .required(world.trustWithRevocations())).accept(at: World.now))
        mutual.settle()
        var refused = Pair(
            client.connect(to: .host("contoso.com"), at: World.now),
            server.accept(at: World.now, tickets: World.ticketKeys))
        refused.settle()
        let reason = refused.clientEvents.failure
        precondition(reason != nil, "a wrong name that is accepted")
        var cut = server.accept(at: World.now)
        var events: [TLSEvent] = []
        cut.receiveAll(Array(full.fromClient.prefix(200)), &events)
        cut.receiveEnd(&events)
        precondition(events.failure != nil, "a cut that is not seen")
    }

    /// Prints by how many bytes the process has grown.
    private static func report(handshakes: Int, _ round: () throws -> Void) throws {
        // What libraries make once is made here.
        for _ in 0..<40 { try round() }
        let before = Self.residentBytes
        for _ in 0..<(handshakes / Self.handshakesInRound) { try round() }
        if let before, let after = Self.residentBytes { print("growth:\(after - before):") }
    }

    private static func growth(in end: ExitTest.Result?) throws -> Int? {
        let words = String(decoding: try #require(end).standardOutputContent, as: UTF8.self).split(separator: ":")
        guard let word = words.firstIndex(where: { $0.hasSuffix("growth") }) else {
            print("the memory of a process cannot be read here: leaks not looked for")
            return nil
        }
        print("growth of the process: \(words[word + 1]) bytes")
        return Int(words[word + 1])
    }

    /// The pages that the process has in memory; nil where the system does not say, or a sanitizer keeps all of them.
    private static var residentBytes: Int? {
        guard dlsym(nil, "__asan_init") == nil, dlsym(nil, "__tsan_init") == nil else { return nil }
        guard let data = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let pages = String(decoding: data, as: UTF8.self).split(separator: " ")
        return pages.count > 1 ? Int(pages[1]).map { $0 * 4_096 } : nil
    }
}
