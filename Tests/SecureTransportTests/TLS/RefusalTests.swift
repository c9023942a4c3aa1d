import Basics
import SecureTransport
import Testing

@Suite("TLS refusals")
struct RefusalTests {
    @Test("Both sides report in exact words why a handshake fails", arguments: Refusal.all, TLSVersion.allCases)
    func refuses(_ item: Refusal, _ version: TLSVersion) throws {
        guard item.versions.contains(version) else { return }
        let meeting = try item.makeMeeting(try World.shared, version)
        var pair = Pair(
            meeting.client.connect(to: meeting.name, at: meeting.now),
            meeting.server.accept(at: meeting.now, tickets: World.ticketKeys))
        pair.settle()
        let (ofClient, ofServer) = (pair.clientEvents.failure, pair.serverEvents.failure)
        #expect(ofClient?.sentence == item.client)
        #expect(ofServer?.sentence == item.server)
        // Whoever refuses sends the alert that the other side receives, and with TLS 1.2 nobody opens.
        #expect(ofClient?.alert?.code == ofServer?.alert?.code)
        let senders = [ofClient?.alert?.sender, ofServer?.alert?.sender]
        #expect(senders.contains(.us) && senders.contains(.peer))
        let haveOpened = pair.clientFacts != nil || pair.serverFacts != nil
        if version == .v1_2 { #expect(!haveOpened) }
        let areOver = pair.client.isOver && pair.server.isOver
        #expect(areOver)
        // A refused connection takes nothing and says why.
        do {
            _ = try pair.client.write([1])
            Issue.record("a failed connection takes plaintext")
        } catch {
            #expect(error == ofClient.map(TLSWriteError.failed))
        }
    }
}

/// A client and a server that do not suit each other, and what each says about it.
struct Refusal: Sendable, CustomTestStringConvertible {
    struct Meeting {
        var client: TLSClient
        var server: TLSServer
        var name = World.localhost
        var now = World.now
    }

    let testDescription: String
    var versions = TLSVersion.allCases
    let makeMeeting: @Sendable (World, TLSVersion) throws -> Meeting
    let client: String
    let server: String

    init(
        _ testDescription: String, in versions: [TLSVersion] = TLSVersion.allCases, client: String, server: String,
        _ makeMeeting: @escaping @Sendable (World, TLSVersion) throws -> Meeting
    ) {
        self.testDescription = testDescription
        self.versions = versions
        self.makeMeeting = makeMeeting
        self.client = client
        self.server = server
    }
}
