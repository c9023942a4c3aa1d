import Basics
import PushGateway

/// A world in which every device token is the same device, and a signature is a sum.
struct TestPorts: AdmissionPorts {
    var facts: DeviceFacts?
    var storeFails = false
    /// Whether every signature of so many bytes is good.
    var takesAnySignature: Int?
    private var lastID: UInt64 = 0
    let checks = Counter()

    /// Counts across copies.
    final class Counter {
        var count = 0
    }

    func device(_ token: DeviceToken, for bundle: String) -> DeviceLookup {
        if self.storeFails { return .failed }
        return self.facts.map { .found($0) } ?? .unknown
    }

    func isSignature(_ signature: [UInt8], over bytes: [UInt8], byKey id: String) -> Bool {
        self.checks.count += 1
        if let takesAnySignature { return signature.count == takesAnySignature }
        return signature == Self.signature(over: bytes, byKey: id)
    }

    mutating func freshID() -> (UInt64, UInt64) {
        self.lastID += 1
        return (0xABCD_EF01_2345_6789, self.lastID)
    }

    /// FNV-1a over the key's name and the bytes.
    static func signature(over bytes: [UInt8], byKey id: String) -> [UInt8] {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in Array(id.utf8) + bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return (0..<8).map { UInt8(truncatingIfNeeded: sum >> UInt64(8 * $0)) }
    }
}

/// A provider token in the making, written by hand so that every spelling can be made.
struct TestToken {
    var header: String
    var claims: String
    var key: String
    var signature: [UInt8]?
    /// Plain base64 with padding instead of the URL's alphabet.
    var isPlainBase64 = false

    init(key: String = "TEAMKEY001", team: String = "TEAM000001", age: Interval = .zero, now: Instant = Gate.noon) {
        self.key = key
        self.header = #"{"alg":"ES256","kid":"\#(key)"}"#
        self.claims = #"{"iss":"\#(team)","iat":\#((now - age).seconds)}"#
    }

    init(header: String? = nil, claims: String) {
        self.init()
        if let header { self.header = header }
        self.claims = claims
    }

    private func encoded(_ bytes: [UInt8]) -> String {
        let text = Base64URL.text(of: bytes)
        guard self.isPlainBase64 else { return text }
        let letters = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return String(letters) + String(repeating: "=", count: (4 - letters.count % 4) % 4)
    }

    var text: String {
        let signed = self.encoded(Array(self.header.utf8)) + "." + self.encoded(Array(self.claims.utf8))
        let signature = self.signature ?? TestPorts.signature(over: Array(signed.utf8), byKey: self.key)
        return signed + "." + self.encoded(signature)
    }
}
