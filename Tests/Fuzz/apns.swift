import Basics
import PushGateway
import ShoulderTap

/// Any request over any connection gets one answer of the table, and the same again from the same state.
///
/// The first byte chooses the connection, then come headers, one a line, an empty line, and the body.
func fuzzAPNs(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    guard let choice = input.buffer.first else { return 0 }
    let request = request(from: input.array.dropFirst())
    var rules = AdmissionRules()
    rules.isStrict = choice & 1 != 0
    rules.tokenReading = choice & 2 != 0 ? .strict : .lenient
    rules.startsWithOneStream = choice & 4 != 0
    rules.refusalDropsToOneStream = choice & 8 != 0
    rules.badDeviceTokenLimit = 2
    let certificate = choice & 16 != 0 ? ClientCertificate(topics: ["com.contoso.mail"]) : nil
    var connection = PushConnection(choice & 32 != 0 ? .sandbox : .production, certificate: certificate, rules: rules)
    var admission = Admission(.open, rules: rules)
    var ports = FuzzPorts(choice: choice >> 6, environment: connection.environment)

    for second in 0..<3 {
        let (twinAdmission, twinConnection, twinPorts) = (admission, connection, ports)
        let now = Instant(microseconds: (1_700_000_000 + Int64(second) * 700) * 1_000_000)
        let actions = receive(request, &admission, &connection, &ports, now)
        check(actions, of: request, on: connection)
        var (admission, connection, ports) = (twinAdmission, twinConnection, twinPorts)
        holds(receive(request, &admission, &connection, &ports, now) == actions, "the same state answers otherwise")
    }
    return 0
}

/// Every signature is good, and every token that of one device.
private struct FuzzPorts: AdmissionPorts {
    let choice: UInt8
    let environment: PushEnvironment
    var lastID: UInt64 = 0

    func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup {
        let since = Instant(microseconds: 1_600_000_000_000_000)
        switch self.choice {
        case 0: return .found(DeviceFacts(topic: bundle, environment: self.environment))
        case 1: return .found(DeviceFacts(topic: bundle, environment: self.environment, life: .expired(since: since)))
        case 2: return .unknown
        default: return .found(DeviceFacts(topic: "com.contoso.mail", environment: .production))
        }
    }

    func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool { true }

    mutating func freshID() -> (UInt64, UInt64) {
        self.lastID += 1
        return (self.lastID, ~self.lastID)
    }
}

private func request(from bytes: ArraySlice<UInt8>) -> PushRequest {
    var headers = HeaderList()
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        guard !line.isEmpty else { break }
        // A pseudo header begins with the sign that ends the name of others.
        let colon = line.dropFirst().firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        headers.append(
            String(decoding: line[..<colon], as: UTF8.self), String(decoding: line[colon...].dropFirst(), as: UTF8.self)
        )
    }
    return PushRequest(headers: headers, body: Array(rest))
}

private func receive(
    _ request: PushRequest, _ admission: inout Admission, _ connection: inout PushConnection, _ ports: inout FuzzPorts,
    _ now: Instant
) -> [AdmissionAction] {
    var actions: [AdmissionAction] = []
    admission.receive(request, on: &connection, now: now, &ports, into: &actions)
    return actions
}

private func check(_ actions: [AdmissionAction], of request: PushRequest, on connection: PushConnection) {
    var answers: [Answer] = []
    var delivered: [AcceptedPush] = []
    for action in actions {
        if case .answer(let answer) = action { answers.append(answer) }
        if case .deliver(let push) = action { delivered.append(push) }
    }
    holds(answers.count == 1, "\(answers.count) answers")
    let (answer, isAccepted) = (answers[0], answers[0].status == 200)
    holds(delivered.count == (isAccepted ? 1 : 0), "answered \(answer.status), passed on \(delivered.count)")
    holds(isAccepted == answer.body.isEmpty, "answered \(answer.status) with \(answer.body.count) bytes")
    holds(isAccepted || PushPayload.classify(answer.body.span) != .malformed, "the answer is no JSON")
    holds(Check.order.contains { $0.reasons.contains(answer.refusal?.reason ?? "") } != isAccepted, "an unknown reason")
    if let id = request.headers["apns-id"] { holds(answer.headers["apns-id"] == id, "the id did not come back") }
    guard let push = delivered.first else { return }
    holds(push.payload == request.body && push.payload.count <= 5_120, "another payload, or one too long")
    let isToken = push.token.text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    holds(isToken && !push.token.text.isEmpty, "no device token")
    holds(push.topic.hasPrefix(push.bundle) && !push.bundle.isEmpty, "a topic of no app")
    holds((push.collapseID?.utf8.count ?? 1) <= 64, "a collapse id that is too long")
    holds(connection.certificate != nil || connection.tokenInUse != nil, "accepted from nobody")
}
