import Basics
import NotificationFeed
import Testing

@Suite("The path, the method and the headers of publishing")
struct PublishHeaderTests {
    @Test(
        "The collection is found with and without a slash, and with a query",
        arguments: [
            "/beta/me/notifications", "/beta/me/notifications/", "/beta/me/notifications?a=b",
            "/beta/me/notifications/?",
        ])
    func paths(_ path: String) {
        var request = PublishProbe.request(PublishBody.raw.bytes)
        request.path = path
        #expect(PublishProbe.read(request).order != nil)
    }

    @Test(
        "No other path is found",
        arguments: [
            "", "/", "/beta/me/notifications//", "/v1.0/me/notifications", "/beta/me/activities/",
            "/Beta/Me/Notifications",
        ])
    func unknownPaths(_ path: String) throws {
        var request = PublishProbe.request(PublishBody.raw.bytes, caller: .failure(.missing))
        request.path = path
        request.method = "GET"
        let refusal = try PublishProbe.refused(request)
        #expect(refusal.error == .unknownPath && refusal.status == 404)
        #expect(refusal.message == "There is nothing here; notifications go to /beta/me/notifications.")
    }

    @Test(
        "A method other than POST gets the allowed method",
        arguments: ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "post", ""])
    func methods(_ method: String) throws {
        var request = PublishProbe.request([], caller: .failure(.missing))
        request.method = method
        let refusal = try PublishProbe.refused(request)
        #expect(refusal.error == .methodNotAllowed && refusal.status == 405)
        #expect(refusal.headers["Allow"] == "POST")
        #expect(refusal.message == "This method is not supported; notifications are published with POST.")
    }

    @Test(
        "JSON in UTF-8 is the only content type",
        arguments: [
            "application/json", "Application/JSON", " application/json ", "application/json; charset=utf-8",
            "application/json;charset=\"UTF-8\"", "application/json;odata.metadata=minimal;charset=utf-8",
        ])
    func contentTypes(_ value: String) {
        let request = PublishProbe.request(PublishBody.raw.bytes, changing: ["Content-Type": value])
        #expect(PublishProbe.read(request).order != nil)
    }

    @Test(
        "Any other type, or none, is refused",
        arguments: [
            "-", "", "text/plain", "application/json-patch+json", "application/json; charset=latin1",
            "application/json, text/plain", ";",
        ])
    func otherContentTypes(_ value: String) throws {
        let refusal = try PublishProbe.refused(
            PublishProbe.request(PublishBody.raw.bytes, changing: ["Content-Type": value]))
        #expect(refusal.error == .unsupportedContentType && refusal.status == 415)
        #expect(refusal.message == "The body must be JSON in UTF-8; send Content-Type: application/json.")
    }

    @Test("Compressed bodies are inflated within the limit", arguments: ["gzip", "deflate", "GZIP", " Deflate\t"])
    func inflating(_ value: String) throws {
        let request = PublishProbe.request(Array("compressed".utf8), changing: ["Content-Encoding": value])
        var asked: [(ContentCoding, [UInt8], Int)] = []
        let reading = PublishRules().read(request, at: PublishProbe.now) { coding, body, limit in
            asked.append((coding, body, limit))
            return .bytes(PublishBody.raw.bytes)
        }
        #expect(reading.order?.notification.raw == "lunch?")
        #expect(asked.count == 1 && asked[0].2 == 102_400 && asked[0].1 == Array("compressed".utf8))
        #expect(isSame(asked[0].0.rawValue, value))
    }

    private func isSame(_ coding: String, _ value: String) -> Bool {
        value.lowercased().contains(coding)
    }

    @Test("Any other compression is refused", arguments: ["", "br", "identity", "gzip, deflate", "x-gzip", "gzipped"])
    func otherEncodings(_ value: String) throws {
        let refusal = try PublishProbe.refused(
            PublishProbe.request(PublishBody.raw.bytes, changing: ["Content-Encoding": value]))
        #expect(refusal.error == .unsupportedContentEncoding && refusal.status == 415)
        #expect(
            refusal.message
                == "Content-Encoding must be gzip or deflate, alone; leave it out for a body that is not compressed.")
        let twice = PublishProbe.request([], changing: ["Content-Encoding": "gzip", "content-encoding": "gzip"])
        #expect(try PublishProbe.refused(twice).error == .unsupportedContentEncoding)
    }

    @Test("A body that cannot be inflated is refused")
    func damaged() throws {
        let refusal = try PublishProbe.refused(PublishProbe.request([1], changing: ["Content-Encoding": "gzip"]))
        #expect(refusal.error == .invalidContentEncoding && refusal.status == 400)
        #expect(
            refusal.message
                == "The body is not gzip, though Content-Encoding says so; check how it is compressed.")
    }

    @Test("100 KB are accepted, as sent and inflated, and not one byte more")
    func sizes() throws {
        let limit = PublishLimits.body
        #expect(limit == 102_400)
        let around = PublishBody.raw.with("payload.rawContent", "\"\"").bytes.count
        let fits = PublishBody.raw.with(
            "payload.rawContent", "\"" + String(repeating: "x", count: limit - around) + "\"")
        #expect(fits.bytes.count == limit)
        #expect(try PublishProbe.accepted(fits).raw?.utf8.count == limit - around)
        let gzip: HeaderList = ["Content-Encoding": "gzip"]
        let requests: [(PublishRequest, Inflation)] = [
            (PublishProbe.request(fits.bytes + [0x20]), .damaged),
            (PublishProbe.request(fits.bytes + [0x20], changing: gzip), .bytes([])),
            (PublishProbe.request([], changing: gzip), .overLimit),
            (PublishProbe.request([], changing: gzip), .bytes(fits.bytes + [0x20])),
        ]
        for (request, inflation) in requests {
            let refusal = try PublishProbe.refused(request, inflation: inflation)
            #expect(refusal.error == .bodyTooLarge && refusal.status == 413)
            #expect(
                refusal.message
                    == "The body is over the limit of 102400 bytes (100 KB), as sent or inflated; send less content.")
        }
    }

    @Test("Two conditions are not supported", arguments: ["If-Modified-Since", "If-Range", "if-range"])
    func conditions(_ name: String) throws {
        let refusal = try PublishProbe.refused(
            PublishProbe.request(PublishBody.raw.bytes, changing: HeaderList([.init(name, "x")])))
        let known = name == "if-range" ? "If-Range" : name
        #expect(refusal.error == .unsupportedHeader && refusal.status == 400)
        #expect(refusal.message == "The header \(known) is not supported; leave it out.")
    }

    @Test(
        "A header with a single value must not be repeated",
        arguments: ["X-UNS-ID", "Content-Type", "client-request-id"])
    func repeatedHeaders(_ name: String) throws {
        let refusal = try PublishProbe.refused(
            PublishProbe.request(
                PublishBody.raw.bytes,
                changing: HeaderList([.init(name, "application/json"), .init(name.uppercased(), "application/json")])))
        #expect(refusal.error == .invalidHeader && refusal.status == 400)
        #expect(refusal.message == "The header \(name) is there twice; send it once.")
    }

    @Test("The caller's name for a request is returned, or the server's name for both")
    func requestNames() throws {
        let longest = String(repeating: "x", count: 128)
        for name in ["a", "71e62feb-8d72-4912-8b2c-4cee9d89e781", longest] {
            let request = PublishProbe.request(PublishBody.raw.bytes, changing: ["Client-Request-Id": name])
            #expect(PublishProbe.read(request).order?.clientRequestId == name)
            var broken = request
            broken.body = []
            #expect(try PublishProbe.refused(broken).headers["client-request-id"] == name)
        }
        let unnamed = PublishProbe.read(PublishProbe.request(PublishBody.raw.bytes)).order
        #expect(unnamed?.clientRequestId == nil && unnamed?.requestId == "r-1")
    }

    @Test(
        "A name that is not valid in a header is refused and not repeated",
        arguments: ["", "a b", "a\r\nSet-Cookie: b", "é", String(repeating: "x", count: 129)])
    func badRequestNames(_ name: String) throws {
        let refusal = try PublishProbe.refused(
            PublishProbe.request(PublishBody.raw.bytes, changing: ["client-request-id": name]))
        #expect(refusal.error == .invalidHeader && refusal.status == 400)
        #expect(refusal.message == "client-request-id must be 1 to 128 visible ASCII characters.")
        #expect(refusal.headers["client-request-id"] == "r-1")
    }

    @Test(
        "A body that is not JSON is refused with line and column",
        arguments: [
            ("", "line 1, column 1", "The text is empty."),
            (
                "{\n  \"payload\": {\"rawContent\": \"x\",}\n}", "line 2, column 32, in payload",
                "A comma is before a closing bracket."
            ),
            ("{\"a\":\"\u{1}\"}", "line 1, column 7, in a", "A string contains a raw control character."),
            (String(repeating: "[", count: 65), "line 1, column 65", "The nesting is deeper than 64 levels."),
            ("hello", "line 1, column 1", "This word is neither true, false nor null."),
        ])
    func malformed(_ text: String, _ place: String, _ sentence: String) throws {
        let refusal = try PublishProbe.refused(PublishProbe.request(Array(text.utf8)))
        #expect(refusal.error == .malformedJSON && refusal.status == 400)
        #expect(refusal.message.hasPrefix("The body is not JSON (\(place)"))
        #expect(refusal.message.hasSuffix("): \(sentence)"))
    }

    @Test(
        "JSON that is not one object is refused",
        arguments: [
            ("[]", "publish one notification a request"), ("[{}]", "publish one notification a request"),
            ("null", "send one object"), ("1", "send one object"), ("\"{}\"", "send one object"),
        ])
    func notOneObject(_ text: String, _ remedy: String) throws {
        let refusal = try PublishProbe.refused(PublishProbe.request(Array(text.utf8)))
        #expect(refusal.error == .notOneObject && refusal.status == 400)
        #expect(refusal.message == "The body must be one JSON object; \(remedy).")
    }
}

extension PublishReading {
    var order: PublishOrder? {
        guard case .order(let order) = self else { return nil }
        return order
    }

    var answer: PublishAnswer? {
        guard case .answer(let answer) = self else { return nil }
        return answer
    }
}
