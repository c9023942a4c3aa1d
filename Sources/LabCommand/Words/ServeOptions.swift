import Basics
import LabServer
import PushServer

/// The options of `serve`.
struct ServeOptions: Equatable, Sendable {
    /// The addresses to listen on.
    var listeners: [Listener] = []
    /// Whether the proxy refuses all hosts that are not push services.
    var isOffline = false
    var readyFile: RawText?
    var keys: [ProviderKeyFile] = []
    var acceptsAnyKey = false
    var topics: [String] = []
    var takesAnyDevice = false
    var strict = false
    var scenario: RawText?
    /// The app.
    ///
    /// Nil runs no app.
    var app: TestedApp? = .reference
    var clock = WorldClockKind.real
    var capture: RawText?
    var log: RawText?
    var authorityFile: RawText?
    var certificate: RawText?
    var certificateKey: RawText?
    var clientAuthorities: [RawText] = []
    var limits = ServerLimits()

    struct Listener: Equatable, Sendable {
        var kind: ListenerKind
        var address: SocketAddress
    }

    /// The value of `--app` that runs no app.
    static let noApp = "none"

    init() {}

    /// Reads the options.
    ///
    /// `apps` are the names of the compiled-in apps.
    init(_ words: VerbWords, of verb: Verb, apps: [String]) throws(UsageError) {
        for kind in ListenerKind.allCases {
            guard let word = words.value(of: "--\(kind.rawValue)") else { continue }
            guard let address = SocketAddress(word) else { throw words.refusal(of: word, "--\(kind.rawValue)", verb) }
            self.listeners.append(Listener(kind: kind, address: address))
        }
        if self.listeners.isEmpty {
            self.listeners = [
                Listener(kind: .apns, address: .loopback(2_197)), Listener(kind: .http, address: .loopback(8_080)),
            ]
        }
        self.isOffline = words.has("--offline")
        if self.isOffline, !self.listeners.contains(where: { $0.kind == .proxy }) {
            throw UsageError("'--offline' works only with a proxy; add '--proxy HOST:PORT'", verb: verb.name)
        }
        for word in words.values(of: "--key") {
            guard let key = ProviderKeyFile(word) else { throw words.refusal(of: word, "--key", verb) }
            self.keys.append(key)
        }
        self.acceptsAnyKey = words.has("--any-key")
        self.topics = words.values(of: "--topic")
        self.takesAnyDevice = words.has("--any-device")
        self.strict = words.has("--strict")
        let app = words.value(of: "--app")
        self.app = app == Self.noApp ? nil : try TestedApp(app, among: apps, verb)
        self.clock = words.value(of: "--clock").flatMap(WorldClockKind.init) ?? .real
        func path(_ name: String) -> RawText? { words.value(of: name).map { RawText($0) } }
        (self.readyFile, self.scenario) = (path("--ready-file"), path("--scenario"))
        (self.capture, self.log) = (path("--capture"), path("--log"))
        self.authorityFile = path("--ca-out")
        (self.certificate, self.certificateKey) = (path("--cert"), path("--cert-key"))
        self.clientAuthorities = words.values(of: "--client-ca").map { RawText($0) }
        guard (self.certificate == nil) == (self.certificateKey == nil) else {
            throw UsageError("'--cert' and '--cert-key' need each other; give both", verb: verb.name)
        }
        for word in words.values(of: "--limit") {
            guard ServeLimit.apply(word, to: &self.limits) else { throw words.refusal(of: word, "--limit", verb) }
        }
    }

}

/// The server limits that can be changed, by name.
enum ServeLimit {
    private static let counts: [(name: String, path: @Sendable (inout ServerLimits, Int) -> Void)] = [
        ("connections", { $0.connections = $1 }), ("streams", { $0.streams = $1 }), ("body", { $0.body = $1 }),
        ("header-list", { $0.headerList = $1 }), ("unsent", { $0.unsent = $1 }), ("tunnels", { $0.tunnels = $1 }),
    ]

    private static let seconds: [(name: String, path: @Sendable (inout ServerLimits, Int) -> Void)] = [
        ("opening", { $0.opening = .seconds(Int64($1)) }), ("headers", { $0.headers = .seconds(Int64($1)) }),
        ("upload", { $0.upload = .seconds(Int64($1)) }), ("idle", { $0.idle = .seconds(Int64($1)) }),
    ]

    static let names = (Self.counts + Self.seconds).map(\.name).joined(separator: ", ")

    /// Applies a limit.
    ///
    /// Returns false if the name is unknown, or if the value is not between 1 and a billion. Times are in seconds.
    static func apply(_ word: String, to limits: inout ServerLimits) -> Bool {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let value = Int(parts[1]), 1...1_000_000_000 ~= value,
            let row = (Self.counts + Self.seconds).first(where: { $0.name == parts[0] })
        else { return false }
        row.path(&limits, value)
        return true
    }
}
