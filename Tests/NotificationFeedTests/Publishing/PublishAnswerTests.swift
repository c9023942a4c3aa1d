import Basics
import NotificationFeed
import ShoulderTap
import Testing

@Suite("The answer to a published notification")
struct PublishAnswerTests {
    private static let id = "119081f2-f19d-4fa8-817c-7e01092c0f7d"

    private static func answer(
        _ body: PublishBody, user: String = "alice", after wait: Interval = .zero, name: String? = nil
    ) throws -> PublishAnswer {
        let named: HeaderList = name.map { ["client-request-id": $0] } ?? [:]
        let request = PublishProbe.request(body.bytes, changing: named, subscriber: user)
        let order = try #require(PublishProbe.read(request).order)
        let stored = try #require(order.stored(as: Self.id))
        return PublishRules().created(stored, for: order, at: PublishProbe.now + wait)
    }

    private static func text(_ answer: PublishAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test("The content that the system shows is repeated, key for key as in the original")
    func visual() throws {
        let body = PublishBody.visual.with("displayTimeToLive", #""60""#).with("groupName", #""TestGroup""#)
            .with("appNotificationId", #""n1""#).with("targetPolicy.platformTypes", #"["ios"]"#)
        let answer = try Self.answer(body, user: "graphnotify@contoso.com")
        #expect(answer.status == 201 && answer.error == nil)
        #expect(
            Self.text(answer) == """
                {"@odata.context":"https://graph.microsoft.com/beta/$metadata\
                #users('graphnotify%40contoso.com')/notifications/$entity",\
                "displayTimeToLive":59,"expirationDateTime":"2019-08-30T00:25:55.329Z","groupName":"TestGroup",\
                "id":"119081f2-f19d-4fa8-817c-7e01092c0f7d","priority":"High",\
                "payload":{"visualContent":{"title":"Hello","body":"World"}}}
                """)
    }

    @Test("Raw content is not repeated, and missing values are null")
    func raw() throws {
        let answer = try Self.answer(.raw.with("expirationDateTime", #""2019-08-24T01:00:00+01:00""#))
        #expect(
            Self.text(answer) == """
                {"@odata.context":"https://graph.microsoft.com/beta/$metadata#users('alice')/notifications/$entity",\
                "displayTimeToLive":null,"expirationDateTime":"2019-08-24T00:00:00Z","groupName":null,\
                "id":"119081f2-f19d-4fa8-817c-7e01092c0f7d","priority":"None","payload":{}}
                """)
    }

    @Test("The headers are those of the original's captured answer")
    func headers() throws {
        let unnamed = try Self.answer(.raw).headers
        #expect(
            unnamed.fields.map { "\($0.name): \($0.value)" } == [
                "Content-Type: application/json;odata.metadata=minimal;odata.streaming=true;"
                    + "IEEE754Compatible=false;charset=utf-8",
                "OData-Version: 4.0",
                "Location: https://graph.microsoft.com/beta/me/activities/119081f2-f19d-4fa8-817c-7e01092c0f7d",
                "request-id: r-1", "client-request-id: r-1",
            ])
        let named = try Self.answer(.raw, name: "c-1").headers
        #expect(named["request-id"] == "r-1" && named["client-request-id"] == "c-1")
    }

    @Test(
        "Only full seconds of display are reported",
        arguments: [
            ("60", Interval.zero, 59), ("60", .microseconds(1), 59), ("60", .milliseconds(999), 59),
            ("60", .seconds(1), 58), ("23", .milliseconds(200), 22), ("1", .zero, 0), ("0", .zero, 0),
            ("5", .hours(1), 0), ("5", .seconds(-1), 4), ("2147483647", .zero, 2_147_483_646),
        ] as [(String, Interval, Int64)])
    func displayTime(_ sent: String, _ wait: Interval, _ told: Int64) throws {
        let answer = try Self.answer(.raw.with("displayTimeToLive", sent), after: wait)
        #expect(try JSONDocument(answer.body, limit: 10_000).root["displayTimeToLive"]?.int64 == told)
    }

    @Test(
        "A user's name cannot break out of the address that contains it",
        arguments: [
            ("o'neil", "o%27%27neil"), ("a b/é\u{0}", "a%20b%2F%C3%A9%00"), ("A-z.0_9~", "A-z.0_9~"), ("'", "%27%27"),
        ])
    func userNames(_ user: String, _ encoded: String) throws {
        let context = try JSONDocument(Self.answer(.raw, user: user).body, limit: 10_000).root["@odata.context"]?.string
        #expect(context == "https://graph.microsoft.com/beta/$metadata#users('\(encoded)')/notifications/$entity")
    }

    @Test("Each priority is reported by its name", arguments: ["None", "High", "Low"])
    func priorities(_ name: String) throws {
        let answer = try Self.answer(.raw.with("priority", "\"\(name.uppercased())\""))
        #expect(try JSONDocument(answer.body, limit: 10_000).root["priority"]?.string == name)
    }

    @Test("Texts survive the answer, with any characters")
    func texts() throws {
        let title = #"quote \" backslash \\ \u0000 \n é 😀"#
        let answer = try Self.answer(
            .visual.with("payload.visualContent", "{\"title\":\"\(title)\"}").with("groupName", #""\"},{\"""#))
        let root = try JSONDocument(answer.body, limit: 10_000).root
        #expect(root["payload"]?["visualContent"]?["title"]?.string == "quote \" backslash \\ \u{0} \n é 😀")
        #expect(root["payload"]?["visualContent"]?.members?.map(\.key) == ["title"])
        #expect(root["groupName"]?.string == "\"},{\"")
    }

    @Test("A different address of the service is in every link")
    func root() throws {
        let order = try #require(PublishProbe.read(PublishProbe.request(PublishBody.raw.bytes)).order)
        var rules = PublishRules()
        rules.root = "http://127.0.0.1:8080/beta"
        let stored = try #require(order.stored(as: "n 1"))
        let answer = rules.created(stored, for: order, at: PublishProbe.now)
        #expect(answer.headers["Location"] == "http://127.0.0.1:8080/beta/me/activities/n%201")
        #expect(Self.text(answer).contains(#""http://127.0.0.1:8080/beta/$metadata#users('alice')"#))
    }

    @Test("A refusal has its time to the second")
    func refusalDate() throws {
        let answer = try #require(PublishProbe.read(PublishProbe.request([])).answer)
        #expect(
            Self.text(answer)
                == #"{"error":{"code":"MalformedJson","message":"The body is not JSON (line 1, column 1): "#
                + #"The text is empty.","innerError":{"request-id":"r-1","date":"2019-08-23T00:25:55Z"}}}"#)
    }
}
