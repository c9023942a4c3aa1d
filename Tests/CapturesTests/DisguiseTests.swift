import Captures
import ShoulderTap
import Testing

@Suite("Payloads in disguise")
struct DisguiseTests {
    private static let payload = #"{"aps":{"content-available":1}}"#
    private static let encoded = "eyJhcHMiOnsiY29udGVudC1hdmFpbGFibGUiOjF9fQ"
    private static let digits = "7b22617073223a7b22636f6e74656e742d617661696c61626c65223a317d7d"

    private static func disguise(_ text: String) -> Disguise? {
        let bytes = Array(text.utf8)
        return Disguise(bytes, PushPayload.inspect(bytes).kind)
    }

    @Test(
        "Encodings",
        arguments: [
            ("\(encoded)==", Disguise.Form.base64), (encoded, .base64), ("\(encoded)==\n", .base64),
            ("eyJhcHMiOnsiY29u\ndGVudC1hdmFpbGFibGUiOjF9fQ==", .base64), (digits, .hex), ("0x\(digits)", .hex),
            ("<7b226170 73223a7b 22636f6e 74656e74 2d617661 696c6162 6c65223a 317d7d>", .hex),
            (#""{\"aps\":{\"content-available\":1}}""#, .quotedJSON),
        ])
    func encodings(_ text: String, _ form: Disguise.Form) {
        let disguise = Self.disguise(text)
        #expect(disguise?.form == form && disguise?.kind == .background)
    }

    @Test("Requests and objects around a payload")
    func wrappings() {
        let request = "POST /3/device/ab HTTP/2\napns-topic: a\n\n\(Self.payload)"
        #expect(Self.disguise(request)?.form == .httpRequest && Self.disguise(request)?.kind == .background)
        let curl = "curl --http2 -d '\(Self.payload)' https://localhost/3/device/ab"
        #expect(Self.disguise(curl)?.form == .httpRequest)
        let message = #"{"message":{"token":"t","apns":{"payload":\#(Self.payload)}}}"#
        #expect(Self.disguise(message)?.form == .fcmRequest && Self.disguise(message)?.kind == .background)
        let data = Self.disguise(#"{"to":"t","data":{"a":"b"}}"#)
        #expect(data?.form == .fcmRequest && data?.kind == nil)
        #expect(Self.disguise(#"{"payload":\#(Self.payload)}"#)?.form == .wrapped)
    }

    @Test("A line of a capture, and a whole capture as one payload")
    func captures() {
        let header = #"{"shouldertapCapture":1}"#
        let entry = #"{"channel":"apns","payload":"{}"}"#
        for text in [header, entry, "\(header)\n\(entry)\n", "\(header)\r\n\(entry)"] {
            #expect(Self.disguise(text)?.form == .captureLine, "\(text)")
        }
    }

    @Test(
        "Other bytes are not recognised as a disguise",
        arguments: [
            payload, "", " \n", "hello", "aGVsbG8gd29ybGQgdGhpcyBpcw==", "deadbeefdeadbeefdeadbeef", "{\"a\":1}",
            "\"text\"", "POST it", "{\"message\":\"hello\"}", "{\"to\":\"you\"}", "12345678901234567890",
        ])
    func plain(_ text: String) { #expect(Self.disguise(text) == nil) }

    @Test("Each form has a name, a content and a remedy")
    func words() {
        for form in Disguise.Form.allCases {
            #expect(!form.words.isEmpty && !form.content.isEmpty && !form.remedy.isEmpty)
        }
    }
}
