import Basics
import PushGateway
import PushServer
import PushServerTestSupport
import SecureTransport

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Serves Apple's endpoint for trials with real clients, and prints where:
///
///     PushServerHost FOLDER [slow]
///
/// Writes into FOLDER: `ca.pem`, `key.p8`, `client.pem`, `client.key`, and `ready.json` once everything listens.
/// Takes every device token but `dead…` (410), `other…` (another app's), and `50…` to `5f…`, which misbehave.
/// The word `slow` makes deadlines short, for attacks.
func main() throws {
    let words = CommandLine.arguments
    guard words.count > 1 else { fatalError("usage: PushServerHost FOLDER [slow]") }
    let folder = words[1]
    _ = WireServer.raiseDescriptorLimit()
    let loop = try EventLoop()
    let validity = try Validity(from: loop.now - .days(1), to: loop.now + .days(30))
    let authority = try ThrowAwayAuthority(validity)
    let provider = try authority.providerIdentity(.universal(for: "com.example.app"), validity)
    let sender = TestSender()
    var keys = ProviderKeys()
    try keys.admit(
        GatewayKeys.Key(sender.keyID, team: sender.team), pem: Array(sender.key.pem.utf8), file: "key.p8")
    var rules = AdmissionRules()
    // Trials send what is refused on purpose, and often.
    (rules.badDeviceTokenLimit, rules.refusalLimit) = (1_000_000, 1_000_000)
    let service = RecordingPushService(keys, rules: rules, now: { loop.now })
    service.takesAnyDevice = true
    service.memory = 100
    service.addGoneToken(String(repeating: "de", count: 32), for: "com.example.app")
    service.addToken(String(repeating: "07", count: 32), for: "com.example.other")
    let scripts: [(String, (PushReply) -> PushReply)] = [
        ("51", { .after(.milliseconds(200), $0) }), ("52", { _ in .silence }), ("53", { _ in .reset }),
        ("54", { .goAway(.shutdown, $0) }), ("55", { _ in .drop }),
        ("56", { _ in .answer([.answer(Answer(id: "", .refused(.serviceUnavailable)))]) }),
    ]
    for (byte, script) in scripts { service.script[String(repeating: byte, count: 32)] = script }

    var limits = ServerLimits()
    if words.contains("slow") {
        (limits.opening, limits.headers, limits.upload) = (.seconds(2), .seconds(2), .seconds(2))
    }
    let server = try WireServer(loop, limits: limits)
    let endpoint = PushEndpoint(service)
    let security = try ServerSecurity(
        try authority.serverIdentity(validity), clients: .optional(TLSTrust([authority.certificate])))
    let stats = Route("GET", "/stats", Route.Description("Count.", answers: [(200, "the counts")])) { routed in
        let text = "{\"accepted\":\(service.acceptedCount),\"connections\":\(server.connectionCount)}"
        routed.exchange.respond(.json(200, text))
    }
    let routes = RouteService(RouteTable([stats, endpoint.route]), otherwise: endpoint)
    let apns = try server.listen(at: .loopback(), security: security, endpoint)
    let http = try server.listen(at: .loopback(), routes)

    write("\(folder)/ca.pem", authority.certificate.pem)
    write("\(folder)/key.p8", sender.key.pem)
    write("\(folder)/client.pem", provider.chain.pem)
    write("\(folder)/client.key", provider.keyPEM)
    write("\(folder)/both.pem", provider.keyPEM + provider.chain.pem)
    write("\(folder)/token", sender.providerToken(issued: loop.now))
    let ports = "\"apns\":\(apns.port),\"http\":\(http.port)"
    let key = "\"key\":\"\(sender.keyID)\",\"team\":\"\(sender.team)\""
    write("\(folder)/ready.json", "{\(ports),\(key),\"pid\":\(getpid())}\n")
    let end = loop.watch(.terminate) { server.drain { loop.stop() } }
    loop.run()
    withExtendedLifetime(end) {}
    print("drained, \(service.acceptedCount) accepted")
}

func write(_ path: String, _ text: String) {
    guard let file = fopen(path, "w") else { fatalError("cannot write \(path)") }
    fputs(text, file)
    fclose(file)
}

try main()
