import BackendPromises
import Basics
import LabServer
import PushGateway
import PushLab
import PushServer

/// One run of the command with its own server.
final class WithSession {
    private let options: WithOptions
    private let folder: WithFolder
    private let interception: Interception?
    private let loop: EventLoop
    private let server: LabServer
    private var command: GuardedCommand?
    private var signals: [SignalWatch] = []
    private var poll: LoopTimer?
    private let proxyNotes = ProxyNotes()
    /// The number of signals that asked the command to end.
    private var requests = 0
    /// The last signal that asked the command to end.
    private(set) var interruption: EventLoop.Signal?

    /// The signals that are passed on to the command.
    private static let passedOn: [EventLoop.Signal] = [.interrupt, .terminate, .hangUp, .quit, .userOne, .userTwo]
    /// The number of signals after which the command is killed. Each signal asks the command to end.
    private static let mostRequests = 3
    /// The maximum time to wait for background processes of the command. The wait ends earlier if there are no requests
    /// for some time.
    private static let patience = Interval.seconds(5)
    private static let quiet = Interval.milliseconds(300)
    private static let nap = Interval.milliseconds(10)

    init(
        _ options: WithOptions, _ folder: WithFolder, _ setup: ServerSetup, seed: UInt64, faults: FaultList,
        contentsDiffer: Bool?
    ) throws(WithRefusal) {
        (self.options, self.folder) = (options, folder)
        self.interception = options.intercepts ? Interception() : nil
        var setup = setup
        if self.interception != nil { setup.names = Interception.names }
        (setup.seed, setup.faults, setup.contentsDiffer) = (seed, faults, contentsDiffer)
        setup.isOffline = options.isOffline
        setup.onProxy = { [proxyNotes] in proxyNotes.add($0) }
        do throws(ServerError) {
            self.loop = try EventLoop()
            self.server = try LabServer(self.loop, setup)
        } catch {
            throw WithRefusal(words: error.description, status: ExitStatus(error))
        }
    }

    /// The addresses of the server, once it listens.
    private(set) var addresses: [ListenerKind: SocketAddress] = [:]

    func listen() throws(WithRefusal) {
        if let interception {
            try self.folder.write(interception.hostsText(), "hosts")
            if interception.hasOwnNetwork {
                self.addresses = [
                    .apns: .loopback(Interception.innerPort.apns), .http: .loopback(Interception.innerPort.http),
                ]
                return
            }
        }
        do throws(ServerError) {
            if let interception {
                for port in PushServiceNames.ports {
                    try self.server.listen(.apns, at: .ip(interception.address, port: port))
                }
            }
            for kind in [ListenerKind.apns, .http] + (self.options.hasProxy ? [.proxy] : []) {
                self.addresses[kind] = try self.server.listen(kind, at: .loopback())
            }
        } catch {
            throw WithRefusal(words: error.description, status: ExitStatus(error))
        }
    }

    /// Descriptions of the connections that the proxy refused, without duplicates.
    var refusedByProxy: [String] { self.proxyNotes.refused }

    /// Runs the command to its end, lets everything settle, and judges the result.
    func run() throws(WithRefusal) -> RunResult {
        defer { self.server.stop() }
        var around = GuardedCommand.Surroundings()
        around.variables = self.variables
        if let interception {
            around.confinement = interception.confinement
            around.mounts = interception.mounts(self.folder)
            if interception.hasOwnNetwork { around.ports = PushServiceNames.ports + [Interception.innerPort.http] }
        }
        let command: GuardedCommand
        do throws(GuardedCommand.Refusal) {
            command = try GuardedCommand(self.options.command, around, on: self.loop)
        } catch { throw self.refusal(error) }
        self.command = command
        defer { command.end() }
        self.passSignals()
        command.onChange = { [unowned self, unowned command] in
            for (place, descriptor) in command.takeListeners() {
                self.server.listen(place < PushServiceNames.ports.count ? .apns : .http, owning: descriptor)
            }
        }
        self.loop.run { command.hasEnded }
        if let refusal = command.refusal { throw self.refusal(refusal) }
        self.awaitQuiet()
        self.signals = []
        command.end()
        _ = self.server.settle()
        var result = RunResult(command.ending ?? .status(0), self.server.backendVerdict(isOver: true))
        (result.counts, result.contentsAreUnique) = (self.server.pushCounts, self.server.contentsAreUnique)
        return result
    }

    /// Waits until background processes of the command and closing connections have finished.
    private func awaitQuiet() {
        let end = self.loop.uptime + Self.patience
        var (count, since) = (self.server.pushCount, self.loop.uptime)
        func isQuiet() -> Bool {
            let now = self.loop.uptime
            if self.server.pushCount != count { (count, since) = (self.server.pushCount, now) }
            return self.server.connectionCount == 0 || now - since >= Self.quiet || now >= end
        }
        func tick() { self.poll = self.loop.timer(after: Self.nap) { tick() } }
        tick()
        self.loop.run(until: isQuiet)
        self.poll = nil
    }

    private func passSignals() {
        self.signals = Self.passedOn.filter { !$0.isIgnored }.map { signal in
            self.loop.watch(signal) { [unowned self] in self.pass(signal) }
        }
    }

    private func pass(_ signal: EventLoop.Signal) {
        guard let command else { return }
        command.send(signal)
        guard signal != .userOne, signal != .userTwo else { return }
        (self.requests, self.interruption) = (self.requests + 1, signal)
        if self.requests >= Self.mostRequests { command.end() }
    }

    private func refusal(_ refusal: GuardedCommand.Refusal) -> WithRefusal {
        let name = TerminalText.escaped(self.options.command[0])
        switch refusal {
        case .notRun(let code) where SystemFailure(code: code).isMissing:
            return WithRefusal(words: "cannot find the command '\(name)'; check its spelling and PATH", code: 127)
        case .notRun(let code):
            return WithRefusal(words: "cannot run '\(name)': \(Platform.words(ofError: code))", code: 126)
        case .notConfined(let code):
            let words =
                "--intercept does not work here: the system does not allow '\(name)' to create namespaces "
                + "(\(Platform.words(ofError: code))); run as root, or make clients use SHOULDERTAP_APNS"
            return WithRefusal(words: words, status: .unavailable)
        }
    }

    // MARK: The environment

    private var variables: [String] {
        let bundle = self.folder.file("bundle.pem")
        let http = self.addresses[.http]?.description ?? ""
        let own = [
            "SHOULDERTAP_APNS=\(self.addresses[.apns]?.description ?? "")", "SHOULDERTAP_HTTP=http://\(http)",
            "SHOULDERTAP_CA=\(self.folder.file("ca.pem"))", "SHOULDERTAP_KEY_ID=\(self.folder.keyID)",
            "SHOULDERTAP_TEAM_ID=\(self.folder.teamID)", "SHOULDERTAP_KEY_FILE=\(self.folder.file("key.p8"))",
            "SHOULDERTAP_CONTROL_TOKEN=\(self.folder.controlToken)", "SSL_CERT_FILE=\(bundle)",
            "REQUESTS_CA_BUNDLE=\(bundle)", "CURL_CA_BUNDLE=\(bundle)", "NODE_EXTRA_CA_CERTS=\(bundle)",
        ]
        guard let proxy = self.addresses[.proxy] else { return own }
        let direct = "localhost,127.0.0.1,::1"
        return own + [
            "HTTPS_PROXY=http://\(proxy)", "https_proxy=http://\(proxy)", "NO_PROXY=\(direct)", "no_proxy=\(direct)",
        ]
    }
}
