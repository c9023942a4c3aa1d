import Basics
import Foundation
import PushGateway
import PushServer
import PushServerTestSupport
import SecureTransport
import Testing

@testable import LabCommand

/// A push service in this process, and the tool beside it in a folder with the files that a sender has.
private final class PushTrial {
    let service: RecordingPushService
    let secure: SocketAddress
    let plain: SocketAddress
    let key = "--key ABCDE12345:TEAM567890:key.p8"
    private let loop: EventLoop
    private let server: WireServer
    private let tool: Tool
    private let authority: ThrowAwayAuthority
    private let validity: Validity

    init() throws {
        let loop = try EventLoop()
        self.loop = loop
        self.validity = try Validity(from: loop.now - .days(1), to: loop.now + .days(1))
        self.authority = try ThrowAwayAuthority(self.validity)
        let sender = TestSender()
        var keys = ProviderKeys()
        let pem = sender.key.pem
        try keys.admit(GatewayKeys.Key(sender.keyID, team: sender.team), pem: Array(pem.utf8), file: "key.p8")
        self.service = RecordingPushService(keys, now: { loop.now })
        self.service.addToken(TestSender.token, for: TestSender.bundle)
        self.server = try WireServer(loop)
        let endpoint = PushEndpoint(self.service)
        let security = try ServerSecurity(
            try self.authority.serverIdentity(self.validity), clients: .optional(TLSTrust([self.authority.certificate]))
        )
        self.secure = try self.server.listen(at: .loopback(), security: security, endpoint)
        self.plain = try self.server.listen(at: .loopback(), endpoint)
        self.tool = try Tool(files: [
            "key.p8": pem, "ca.pem": self.authority.certificate.pem,
            "tap.apns": #"{"Simulator Target Bundle":"com.example.app","aps":{"content-available":1}}"#,
        ])
    }

    deinit {
        self.server.stop()
        self.tool.remove()
    }

    /// Writes a client certificate with its key to a file.
    func writeCertificate(to name: String, allowsProduction: Bool) throws {
        let topics = ProviderTopics(
            userID: TestSender.bundle, topics: [TestSender.bundle], allowsProduction: allowsProduction)
        let identity = try self.authority.providerIdentity(topics, self.validity)
        try self.tool.write(identity.keyPEM + identity.chain.pem, to: name)
    }

    func write(_ text: String, to name: String) throws { try self.tool.write(text, to: name) }

    /// Writes the certificate of an authority that nobody here trusts.
    func writeStranger(to name: String) throws {
        try self.write(try ThrowAwayAuthority(self.validity).certificate.pem, to: name)
    }

    /// Runs the tool with the service at work beside it. `event` is called after each event of the service.
    func run(_ words: String, event: (Process) -> Void = { _ in }) throws -> Tool.Outcome {
        let process = self.tool.process(["push"] + words.split(separator: " ").map(String.init))
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        self.beat(while: process)
        self.loop.run {
            event(process)
            return !process.isRunning
        }
        process.waitUntilExit()
        // Less than a pipe holds, so that the tool never waits for its reader.
        let texts = [output, errors].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        return Tool.Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }

    private var timer: LoopTimer?

    /// Wakes the loop every few milliseconds: it does not see the end of a process.
    private func beat(while process: Process) {
        self.timer = self.loop.timer(after: .milliseconds(5)) { [weak self] in
            if process.isRunning { self?.beat(while: process) }
        }
    }
}

@Suite("The verb push", .serialized)
struct PushToolTests {
    private static let device = "--device \(TestSender.token)"
    private static let silent = #"{"aps":{"content-available":1}}"#

    @Test("a file of a simulator reaches the device over TLS, signed with a key")
    func accepted() throws {
        let trial = try PushTrial()
        let id = "8F14E45F-CEEA-467A-9B2C-5A5A5A5A5A5A"
        let outcome = try trial.run(
            "tap.apns \(Self.device) --to localhost:\(trial.secure.port) --ca ca.pem \(trial.key) --id \(id)")
        let expected = """
            200 accepted
            apns-id  \(id)
            sent     background, priority 5 to com.example.app, 31 bytes

            """
        #expect(outcome == .init(status: 0, output: expected, errors: ""))
        #expect(trial.service.accepted.count == 1)
        #expect(trial.service.requests.map(\.body) == [Array(Self.silent.utf8)])
        #expect(trial.service.requests.first?.headers["apns-push-type"] == "background")
        #expect(trial.service.requests.first?.headers[":authority"] == "localhost:\(trial.secure.port)")
    }

    @Test("a certificate replaces the token and the topic")
    func certificate() throws {
        let trial = try PushTrial()
        try trial.writeCertificate(to: "both.pem", allowsProduction: true)
        let outcome = try trial.run(
            "tap.apns \(Self.device) --to 127.0.0.1:\(trial.secure.port) --ca ca.pem --cert both.pem")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(trial.service.accepted.count == 1)
    }

    @Test("a certificate of the other environment is refused with the reason of the GOAWAY")
    func goAway() throws {
        let trial = try PushTrial()
        try trial.writeCertificate(to: "both.pem", allowsProduction: false)
        let outcome = try trial.run(
            "tap.apns \(Self.device) --to localhost:\(trial.secure.port) --ca ca.pem --cert both.pem")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.output.contains("BadCertificateEnvironment\n"), "\(outcome)")
        #expect(outcome.output.contains("\nremedy   Switch between --sandbox and --production"), "\(outcome)")
    }

    @Test("a refusal ends with 1, and prints the meaning of the reason")
    func refused() throws {
        let trial = try PushTrial()
        let outcome = try trial.run("tap.apns --device 5a5a --to http://localhost:\(trial.plain.port) \(trial.key)")
        #expect(outcome.status == 1 && outcome.output.hasPrefix("400 BadDeviceToken\napns-id  "), "\(outcome)")
        #expect(outcome.output.contains("\nmeaning  The device token is malformed"), "\(outcome)")
        #expect(outcome.output.contains("\nremedy   Check --device;"), "\(outcome)")
    }

    @Test("the time of a 410 is in the text and in JSON")
    func gone() throws {
        let trial = try PushTrial()
        trial.service.addGoneToken("0707", for: "com.example.app")
        let words = "tap.apns --device 0707 --to http://localhost:\(trial.plain.port) \(trial.key)"
        let text = try trial.run(words)
        #expect(text.status == 1 && text.output.hasPrefix("410 Unregistered\n"), "\(text)")
        #expect(text.output.firstMatch(of: /\nsince    20\d\d-\d\d-\d\dT[\d:.]*Z\n/) != nil, "\(text)")
        let json = try trial.run(words + " --json")
        let start = #"{"accepted":false,"status":410,"reason":"Unregistered","apnsId":""#
        #expect(json.status == 1 && json.output.hasPrefix(start), "\(json)")
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(
            object?["timestamp"] is Int && object?["remedy"] is String && object?["pushType"] as? String == "background"
        )
    }

    @Test("without an answer it ends with 69, and prints the reason")
    func unreachable() throws {
        let trial = try PushTrial()
        let words = "tap.apns \(Self.device) \(trial.key)"
        try trial.writeStranger(to: "other.pem")
        let distrusted = try trial.run("\(words) --to localhost:\(trial.secure.port) --ca other.pem")
        #expect(distrusted.status == 69 && distrusted.output.isEmpty, "\(distrusted)")
        #expect(distrusted.errors.contains("; trust this authority with --ca FILE\n"), "\(distrusted)")
        trial.service.script[TestSender.token] = { _ in .drop }
        let dropped = try trial.run("\(words) --to http://localhost:\(trial.plain.port)")
        let place = "localhost:\(trial.plain.port)"
        #expect(dropped.status == 69, "\(dropped)")
        #expect(dropped.errors.hasPrefix("shouldertap: \(place) gave no answer: the connection was "), "\(dropped)")
        let closed = try trial.run("\(words) --to http://localhost:1")
        #expect(
            closed
                == .init(
                    status: 69, output: "", errors: "shouldertap: cannot reach localhost:1: Connection refused\n"))
    }

    @Test("a signal ends the wait for an answer")
    func interrupted() throws {
        let trial = try PushTrial()
        trial.service.script[TestSender.token] = { _ in .silence }
        var isInterrupted = false
        let outcome = try trial.run(
            "tap.apns \(Self.device) --to http://localhost:\(trial.plain.port) \(trial.key)"
        ) { process in
            guard !isInterrupted, trial.service.requests.count == 1 else { return }
            isInterrupted = true
            process.interrupt()
        }
        #expect(outcome == .init(status: 130, output: "", errors: ""))
    }

    @Test(
        "unusable files are reported",
        arguments: [
            ("lost.apns", 66, "shouldertap: cannot read 'lost.apns': No such file or directory\n"),
            ("key.p8", 65, "shouldertap: key.p8: line 1, column 1: "),
            ("tap.apns --key K:T:ca.pem", 65, "shouldertap: 'ca.pem' is not a key for APNs: line 1: "),
            ("tap.apns --key K:T:lost", 66, "shouldertap: cannot read 'lost': "),
            ("tap.apns --ca key.p8", 65, "shouldertap: 'key.p8' has no usable CA certificates: line 1: "),
            ("tap.apns --cert ca.pem", 65, "shouldertap: 'ca.pem' is not a usable client certificate: "),
            ("plain.json", 64, "shouldertap: plain.json does not name an app; give --topic TOPIC, or add the key "),
        ])
    func files(_ words: String, _ status: Int32, _ start: String) throws {
        let trial = try PushTrial()
        try trial.write(Self.silent, to: "plain.json")
        let outcome = try trial.run("\(words) \(Self.device) --to localhost:\(trial.secure.port)")
        #expect(outcome.status == status && outcome.output.isEmpty && outcome.errors.hasPrefix(start), "\(outcome)")
    }
}
