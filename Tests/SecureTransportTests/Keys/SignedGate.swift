import Basics
import PushGateway

@testable import SecureTransport

/// A push service that checks real signatures, and a sender with a real key.
struct SignedGate {
    static let noon = Instant(microseconds: 1_700_000_000_000_000)
    static let bundle = "com.contoso.mail"
    static let header = #"{"alg":"ES256","kid":"TEAMKEY001"}"#
    static let claims = #"{"iss":"TEAM000001","iat":1700000000}"#

    struct Ports: AdmissionPorts {
        var check: SignatureCheck

        func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup {
            .found(DeviceFacts(topic: bundle, environment: .production))
        }

        func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
            self.check.isSignature(signature, over: bytes, byKey: id)
        }

        mutating func freshID() -> (UInt64, UInt64) { (1, 2) }
    }

    let key = PrivateKey.generate()
    var ports: Ports
    var admission: Admission

    init(_ reading: ProviderToken.Reading = .lenient, keys: GatewayKeys? = nil) {
        var rules = AdmissionRules()
        rules.tokenReading = reading
        self.admission = Admission(keys ?? GatewayKeys([.init("TEAMKEY001", team: "TEAM000001")]), rules: rules)
        var check = SignatureCheck()
        check.admit(self.key.publicKey, id: "TEAMKEY001")
        self.ports = Ports(check: check)
    }

    /// A token of this sender's; `spelled` writes bytes as a part of it.
    func token(
        header: String = Self.header, claims: String = Self.claims, as form: PrivateKey.SignatureForm = .raw,
        spelled: ([UInt8]) -> String = { Base64URL.text(of: $0) }
    ) -> String {
        let signed = spelled(Array(header.utf8)) + "." + spelled(Array(claims.utf8))
        return signed + "." + spelled(self.key.signature(over: Array(signed.utf8), as: form))
    }

    /// Plain base64 with padding.
    static func plain(_ bytes: [UInt8]) -> String { String(decoding: Base64Text.encoded(bytes), as: UTF8.self) }

    /// Sends a push with this authorization on a fresh connection and says status and reason.
    ///
    /// Not optimised, because the optimiser of Swift 6.3.1 crashes over it.
    @_optimize(none)
    mutating func verdict(_ authorization: String) -> String {
        let headers: HeaderList = [
            ":method": "POST", ":scheme": "https", ":authority": "localhost", "apns-topic": Self.bundle,
            ":path": "/3/device/" + String(repeating: "0a", count: 32), "apns-push-type": "background",
            "apns-priority": "5", "authorization": authorization,
        ]
        let request = PushRequest(
            headers: headers, body: Array(#"{"aps":{"content-available":1}}"#.utf8), bodyEnd: .complete)
        var connection = PushConnection(.production)
        var actions: [AdmissionAction] = []
        self.admission.receive(request, on: &connection, now: Self.noon, &self.ports, into: &actions)
        let answers = actions.compactMap { action -> Answer? in
            guard case .answer(let answer) = action else { return nil }
            return answer
        }
        guard answers.count == 1 else { return "\(answers.count) answers" }
        return answers[0].refusal.map { "\($0.status) \($0.reason)" } ?? "\(answers[0].status)"
    }
}
