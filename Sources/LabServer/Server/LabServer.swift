package import BackendPromises
import Basics
import PushGateway
import PushLab
package import PushServer
import SecureTransport

/// A local push service with simulated devices, and a control API for tests.
package final class LabServer {
    private let loop: EventLoop
    private let setup: ServerSetup
    private let server: WireServer
    private let security: ServerSecurity
    private let clients: TLSServer.ClientCertificates
    private let authority: ThrowAwayAuthority
    private let worlds: WorldDirectory
    private let endpoint: PushEndpoint
    private let receiver: LabReceiver
    let api: ControlAPI
    private let gate: ControlGate
    private let recorder: PushRecorder
    private var patience: LoopTimer?
    /// The listeners, in the order in which they were opened.
    package private(set) var listeners: [(kind: ListenerKind, address: SocketAddress)] = []

    /// The time that clients have to finish after the server begins to stop.
    private static let drainTime = Interval.seconds(10)

    package init(_ loop: EventLoop, _ setup: ServerSetup) throws(ServerError) {
        (self.loop, self.setup) = (loop, setup)
        self.server = try WireServer(loop, limits: setup.limits, folder: setup.folder)
        do {
            let validity = try Validity.ofRun(at: loop.now)
            self.authority = try setup.authority ?? ThrowAwayAuthority(validity)
            let identity = try setup.identity ?? self.authority.serverIdentity(for: setup.names, validity)
            self.clients = .optional(TLSTrust([self.authority.certificate] + setup.clientAuthorities))
            self.security = try ServerSecurity(identity, clients: self.clients)
        } catch let error as ServerError { throw error } catch {
            throw .badCertificate(words: "\(error)")
        }
        var settings = setup.worlds
        settings.keys = setup.keys.keys
        self.worlds = WorldDirectory(loop, setup.clock, settings, seed: setup.seed)
        let receiver = LabReceiver(
            self.worlds, setup.keys, settings.rules, takesAnyDevice: setup.takesAnyDevice,
            judgesAllWorlds: setup.judgesAllWorlds)
        receiver.disturb(with: setup.faults, contentsDiffer: setup.contentsDiffer)
        self.receiver = receiver
        self.endpoint = PushEndpoint(receiver)
        self.api = ControlAPI(self.worlds, receiver, self.authority, version: setup.version)
        self.gate = ControlGate(
            self.api.operations, self.endpoint, token: setup.controlToken, names: setup.hosts)
        self.recorder = PushRecorder(loop, capture: setup.capture, log: setup.log)
        receiver.onPush = { [recorder] push, world, response in recorder.record(push, world.name, response) }
        self.gate.onRequest = { [recorder] in recorder.record($0) }
        self.api.connectionCount = { [unowned server] in server.connectionCount }
        self.worlds.furnish = { [unowned self] in self.furnish($0) }
        _ = self.worlds.usual
        self.worlds.schedule()
    }

    /// The certificate of the authority that clients have to trust.
    package var authorityPEM: String { self.authority.certificate.pem }

    /// Accepts connections at an address.
    ///
    /// Returns the address with the actual port, if the port was 0.
    @discardableResult
    package func listen(_ kind: ListenerKind, at address: SocketAddress) throws(ServerError) -> SocketAddress {
        let bound =
            switch kind {
            case .apns: try self.server.listen(at: address, security: self.security, self.endpoint)
            case .https: try self.server.listen(at: address, security: self.security, self.gate)
            case .http, .h2c: try self.server.listen(at: address, self.gate)
            case .proxy: try self.server.listen(at: address, as: self.proxy())
            }
        self.listeners.append((kind, bound))
        return bound
    }

    /// Creates the proxy, with a separate certificate for the names of the push services.
    private func proxy() throws(ServerError) -> ProxySetup {
        let rule = ProxyRule(
            hosts: PushServiceNames.hosts, ports: PushServiceNames.ports, isOffline: self.setup.isOffline)
        let identity: Identity
        do throws(CertificateFault) {
            identity = try self.authority.serverIdentity(
                for: PushServiceNames.hosts.map { .dns($0) }, .ofRun(at: self.loop.now))
        } catch {
            throw .badCertificate(words: "\(error)")
        }
        return ProxySetup(rule, try ServerSecurity(identity, clients: self.clients), self.endpoint) { [unowned self] in
            self.recorder.record($0)
            self.setup.onProxy?($0)
        }
    }

    /// Accepts connections on a socket that is already listening. The server owns this socket and closes it at the end.
    @discardableResult
    package func listen(_ kind: ListenerKind, owning descriptor: Int32) -> SocketAddress {
        let service: any ExchangeService = kind == .apns ? self.endpoint : self.gate
        let bound = self.server.listen(
            owning: descriptor, security: kind.isSecure ? self.security : nil, service)
        self.listeners.append((kind, bound))
        return bound
    }

    /// The content of the ready file.
    package func readyNote(ca path: String, pid: Int) -> [UInt8] {
        ReadyNote(listeners: self.listeners, ca: path, controlToken: self.setup.controlToken, pid: pid).bytes
    }

    /// Stops accepting connections, lets every request finish, and then runs a closure.
    package func drain(_ whenEmpty: @escaping () -> Void) {
        self.api.dismissAll()
        self.patience = self.loop.timer(after: Self.drainTime) { [unowned self] in self.server.stop() }
        self.server.drain(whenEmpty)
    }

    /// Ends every connection at once.
    package func stop() {
        self.api.dismissAll()
        self.server.stop()
    }

    // MARK: Judging a backend

    /// The number of open connections. `pushCount` is the number of pushes so far.
    package var connectionCount: Int { self.server.connectionCount }
    package var pushCount: Int { self.receiver.pushCount }

    /// Delivers delayed pushes, and lets every world run until it settles. Returns the reason if a world does not
    /// settle.
    package func settle() -> String? {
        self.receiver.deliverLate()
        var reason: String?
        for world in self.worlds.worlds {
            do { try world.settle() } catch { reason = reason ?? "\(error)" }
        }
        return reason
    }

    /// Returns the verdict on the senders of all pushes that arrived. The senders are judged only if the setup asks for
    /// this.
    ///
    /// - Parameter isOver: Whether the senders will send no more pushes.
    package func backendVerdict(isOver: Bool) -> BackendVerdict { self.receiver.judge.verdict(isOver: isOver) }

    /// The number of different pushes to each device.
    package var pushCounts: [PushCount] { self.receiver.judge.pushCounts }

    /// Whether all accepted pushes to the same device had different contents.
    package var contentsAreUnique: Bool { self.receiver.judge.contentsAreUnique }

    /// Fills the default world with the users and the devices of the scenario.
    private func furnish(_ world: ServedWorld) {
        guard let scenario = self.setup.scenario else { return }
        let bundle = "com.\(scenario.host.prefix { $0 != "." }).app"
        let app = world.app(bundle, host: scenario.host, at: self.loop.uptime)
        app.lab.adopt(scenario)
        for person in scenario.people {
            world.addUser(person.name)
            for gadget in person.devices {
                let device = world.addDevice(
                    self.worlds.nextDeviceID(), gadget.name, of: person.name, on: gadget.platform, in: app)
                if person.account != .personal { device?.device.signIn(with: person.account) }
            }
        }
        world.collect()
    }
}
