import Basics
import BenchReport
import FeedService
import PushServer
import SecureTransport
import ShoulderTap

/// The servers to measure, started with the same certificate, and the pushes that both get.
struct ServeArena {
    /// A running server.
    struct Server {
        let name: String
        let process: Int32
        var port: UInt16 = 0
    }

    /// The reason why nothing can be measured.
    struct Failure: Error {
        let words: String
        var status = ExitStatus.noInput
    }

    /// The servers. The last one is the reference.
    private(set) var servers: [Server] = []
    private let folder: String
    private let h2load: String
    private let headers: [String]
    private var devices: [String] = []

    private static let bundle = "com.example.app"
    private static let deviceCount = 64
    /// The maximum time that a server may take to start, in steps of 50 ms.
    private static let mostSteps = 200

    init() throws(Failure) {
        guard let own = Platform.ownFolder(), Platform.isExecutable("\(own)/shouldertap") else {
            throw Failure(
                words: "'shouldertap' is not beside this program; build it with the same configuration first")
        }
        self.h2load = try Self.installed("h2load", package: "nghttp2-client")
        let nghttpd = try Self.installed("nghttpd", package: "nghttp2-server")
        guard let folder = Platform.makeTemporaryFolder() else {
            throw Failure(words: "cannot create a temporary folder", status: .outputFailed)
        }
        self.folder = folder
        let key = PrivateKey.generate()
        var pass = ProviderPass(key: "BENCHKEY01", team: "BENCHTEAM1")
        let authorization = pass.authorization(at: EventLoop.timeOfDay, Signer(key: key))
        self.headers = [
            "authorization: \(authorization)", "apns-topic: \(Self.bundle)", "apns-push-type: background",
            "apns-priority: 5",
        ]
        do throws(Failure) {
            try self.writeFiles(key)
            try self.startOurs("\(own)/shouldertap")
            try self.startReference(nghttpd)
        } catch {
            self.close()
            throw error
        }
    }

    private struct Signer: ProviderSigner {
        let key: PrivateKey

        func signature(over bytes: [UInt8], byKey id: String) -> [UInt8] { self.key.signature(over: bytes) }
    }

    /// Stops the servers and removes the files.
    func close() {
        for server in self.servers {
            Platform.stop(server.process)
            _ = Platform.status(of: server.process)
        }
        _ = Platform.run("/bin/rm", ["-r", self.folder])
    }

    /// Sends the pushes of a load, each to the next device.
    func drive(_ server: Server, _ words: [String]) -> LoadOutput? {
        let log = "\(self.folder)/h2load"
        let targets = self.devices.map { "https://127.0.0.1:\(server.port)/3/device/\($0)" }
        let fields = self.headers.flatMap { ["-H", $0] }
        let all = words + ["-t", "1", "-d", "\(self.folder)/body"] + fields + targets
        guard Platform.run(self.h2load, all, output: log) == 0 else { return nil }
        return LoadOutput(Platform.text(of: log))
    }

    // MARK: Files

    private static func installed(_ name: String, package: String) throws(Failure) -> String {
        guard let path = Platform.find(name) else {
            throw Failure(words: "'\(name)' is not installed; install Debian's \(package)")
        }
        return path
    }

    private func writeFiles(_ key: PrivateKey) throws(Failure) {
        let identity: Identity
        do {
            let validity = try Validity.ofRun(at: EventLoop.timeOfDay)
            identity = try ThrowAwayAuthority(validity).serverIdentity(validity)
        } catch {
            throw Failure(words: "cannot create a certificate: \(error)", status: .internalBug)
        }
        let start = #"{"aps":{"content-available":1},"text":""#
        let body = start + String(repeating: "0", count: 200 - start.utf8.count - 2) + #""}"#
        let files = [
            ("key.p8", key.pem), ("server.pem", identity.chain.pem), ("server.key", identity.keyPEM), ("body", body),
        ]
        for (name, text) in files { try self.write(text, to: name) }
    }

    private func write(_ text: String, to name: String) throws(Failure) {
        guard Platform.makeFile("\(self.folder)/\(name)", holding: text) else {
            throw Failure(words: "cannot write to \(self.folder)/\(name)", status: .outputFailed)
        }
    }

    // MARK: Servers

    private mutating func start(_ name: String, _ path: String, _ words: [String], port: UInt16 = 0) throws(Failure) {
        guard let process = Platform.start(path, words, output: "\(self.folder)/\(name).log") else {
            throw Failure(words: "cannot start \(path)", status: .unavailable)
        }
        self.servers.append(Server(name: name, process: process, port: port))
    }

    /// Waits until a server has started. If the server does not start in time, the error contains the text that the
    /// server printed.
    private func await(_ name: String, until isThere: () -> Bool) throws(Failure) {
        for _ in 0..<Self.mostSteps {
            if isThere() { return }
            Platform.pause(milliseconds: 50)
        }
        let words = Platform.text(of: "\(self.folder)/\(name).log")
        throw Failure(words: "\(name) does not start; it says: \(words)", status: .unavailable)
    }

    private mutating func startOurs(_ tool: String) throws(Failure) {
        let (name, ready) = ("serve", "\(self.folder)/ready.json")
        let key = "BENCHKEY01:BENCHTEAM1:\(self.folder)/key.p8"
        try self.start(
            name, tool,
            [
                "serve", "--apns", "127.0.0.1:0", "--h2c", "127.0.0.1:0", "--key", key, "--ready-file", ready,
                "--cert", "\(self.folder)/server.pem", "--cert-key", "\(self.folder)/server.key",
            ])
        try self.await(name) { !Platform.text(of: ready).isEmpty }
        let note = try? JSONDocument(Array(Platform.text(of: ready).utf8), limit: 1 << 16).root
        let port = { (listener: String) in note?[listener]?["port"]?.int64.flatMap(UInt16.init(exactly:)) }
        guard let pushes = port("apns"), let control = port("h2c") else {
            throw Failure(words: "serve wrote no usable --ready-file", status: .internalBug)
        }
        self.servers[self.servers.count - 1].port = pushes
        self.devices = try Self.makeDevices(control)
    }

    /// Adds devices over the control API, and returns their tokens.
    private static func makeDevices(_ control: UInt16) throws(Failure) -> [String] {
        do {
            let loop = try EventLoop()
            let client = try HTTP2Client(loop, to: .loopback(control))
            defer { client.drop() }
            return try (0..<Self.deviceCount).map { number in
                let body = #"{"name":"phone","platform":"iOS","bundle":"\#(Self.bundle)"}"#
                var result: Result<ClientAnswer, ClientFailure>?
                let path = "/lab/users/user\(number)/devices"
                client.send("POST", path, ["content-type": "application/json"], body: Array(body.utf8)) { result = $0 }
                loop.run { result != nil }
                guard let answer = try result?.get(), answer.status == 201,
                    let token = try JSONDocument(answer.body, limit: 1 << 16).root["token"]?.string
                else { throw Failure(words: "the control API made no device", status: .internalBug) }
                return token
            }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(words: "the control API made no device: \(error)", status: .internalBug)
        }
    }

    private mutating func startReference(_ nghttpd: String) throws(Failure) {
        let root = "\(self.folder)/files"
        for place in ["", "/3", "/3/device"] {
            guard Platform.makeFolder(root + place) else {
                throw Failure(words: "cannot create \(root)\(place)", status: .outputFailed)
            }
        }
        for device in self.devices { try self.write("", to: "files/3/device/\(device)") }
        guard let port = Platform.freePort() else {
            throw Failure(words: "this machine has no free port", status: .unavailable)
        }
        try self.start(
            "nghttpd", nghttpd,
            [
                "-n", "1", "-a", "127.0.0.1", "-d", root, "\(port)", "\(self.folder)/server.key",
                "\(self.folder)/server.pem",
            ], port: port)
        let reference = self.servers[self.servers.count - 1]
        try self.await(reference.name) { self.drive(reference, ["-n", "1", "-c", "1", "-m", "1"])?.succeeded == 1 }
    }

}
