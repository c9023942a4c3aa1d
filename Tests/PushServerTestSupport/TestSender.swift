package import Basics
package import SecureTransport

/// A sender of pushes with a key of its own, and the headers that it puts on a push.
package struct TestSender {
    package let key: PrivateKey
    package let keyID = "ABCDE12345"
    package let team = "TEAM567890"
    package static let bundle = "com.example.app"
    package static let token = String(repeating: "5a", count: 32)
    package static let silent = Array(#"{"aps":{"content-available":1}}"#.utf8)

    package init(_ key: PrivateKey = .generate()) { self.key = key }

    /// A provider token that was made at this moment.
    package func providerToken(issued: Instant) -> String {
        let header = #"{"alg":"ES256","kid":"\#(self.keyID)"}"#
        let claims = #"{"iss":"\#(self.team)","iat":\#(issued.seconds)}"#
        let signed = Base64URL.text(of: Array(header.utf8)) + "." + Base64URL.text(of: Array(claims.utf8))
        return signed + "." + Base64URL.text(of: self.key.signature(over: Array(signed.utf8)))
    }

    package func headers(
        issued: Instant, id: String? = nil, topic: String = Self.bundle, more: [(String, String)] = []
    ) -> HeaderList {
        var headers: HeaderList = [
            "authorization": "bearer " + self.providerToken(issued: issued), "apns-topic": topic,
            "apns-push-type": "background", "apns-priority": "5",
        ]
        if let id { headers.append("apns-id", id) }
        for (name, value) in more { headers.append(name, value) }
        return headers
    }
}
