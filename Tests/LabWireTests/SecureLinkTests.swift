import Basics
import LabWire
import PushLab
import Testing

@Suite("Secure links")
struct SecureLinkTests {
    static let refusals: [(TLSLinks.Proof, String)] = [
        (.stranger, "does not trust"), (.expired, "expired"), (.otherHost, "elsewhere.example"),
    ]

    @Test("a service that cannot prove its identity gets no request, and is trusted after it can", arguments: refusals)
    func refused(proof: TLSLinks.Proof, words: String) throws {
        let flow = try Flow()
        flow.links.proof = proof
        try flow.breakConnections()
        try flow.publish("n1")
        let failed = flow.all(.connectFailed)
        #expect(!failed.isEmpty && failed.allSatisfy { $0.detail == 2 }, "untrusted")
        #expect(flow.all(.requestSent).isEmpty)
        #expect(flow.links.failures.contains { $0.contains(words) }, "\(flow.links.failures)")
        #expect(flow.devices.allSatisfy { !$0.shows("n1") })
        flow.links.proof = .trusted
        try flow.lab.settle()
        #expect(flow.devices.allSatisfy { $0.shows("n1") })
    }

    @Test("an answer that is cut off is an error, and the changes come with the next try")
    func truncated() throws {
        let flow = try Flow()
        flow.links.truncations = 3
        try flow.publish("n1")
        #expect(flow.all(.connectFailed).count == 3)
        #expect(flow.links.failures.count == 3)
        #expect(flow.all(.finished).contains { $0.detail == 2 })
        try flow.lab.settle()
        #expect(flow.devices.allSatisfy { $0.shows("n1") })
        #expect(flow.lab.violations.isEmpty)
    }

    @Test("links work at the end of a lab's thousand years as at the beginning")
    func late() throws {
        let links = try TLSLinks()
        #expect(links.connect(0, at: Lab.times.lowerBound) == nil)
        #expect(links.connect(0, at: Lab.times.upperBound) == nil)
        #expect(links.handshakes == 2 && links.failures == [])
    }

    @Test("the history is the same with and without TLS")
    func same() throws {
        let flow = try Flow()
        try flow.publish("n1")
        try flow.devices[1].dismiss("n1")
        try flow.lab.advance(by: .seconds(5))
        #expect(flow.devices.allSatisfy { $0.state(of: "n1") == .dismissed })
        let other = try Flow(isSecure: false)
        try other.publish("n1")
        try other.devices[1].dismiss("n1")
        try other.lab.advance(by: .seconds(5))
        #expect(flow.links.handshakes > 0 && other.links.handshakes == 0)
        #expect(flow.lab.fingerprint == other.lab.fingerprint, "what the library rolls is not in the history")
    }
}
