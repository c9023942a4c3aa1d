import Basics
import PushGateway
import Testing

@testable import PushLab

@Suite("Documented JSON")
struct DocumentedJSONTests {
    private static let error = DocumentedJSON(#"{"error": {"code": "Odd", "tries": 3}, "payload": {}}"#)

    @Test(
        "White space, order and further members make no difference",
        arguments: [
            #"{"error":{"code":"Odd","tries":3},"payload":{}}"#,
            #"{ "payload" : { } , "error" : { "tries" : 3, "code" : "Odd" } }"#,
            #"{"error": {"code": "Odd", "tries": 3, "more": [1, {}]}, "payload": {"a": 1}, "status": null}"#,
            #"{"error": {"code": "\u004fdd", "tries": 3}, "payload": {}}"#,
        ])
    func accepted(_ text: String) { #expect(Self.error.isIn(Array(text.utf8))) }

    @Test(
        "Each documented value must be there once, at its place",
        arguments: [
            "", "{", #""Odd""#, #"{"error": {"code": "Odd", "tries": 3}}"#,
            #"{"error": {"code": "odd", "tries": 3}, "payload": {}}"#,
            #"{"error": {"code": "Odd", "tries": "3"}, "payload": {}}"#,
            #"{"error": {"code": "Odd", "tries": 3}, "payload": []}"#,
            #"{"error": {"tries": 3}, "code": "Odd", "payload": {}}"#,
            #"{"error": {"code": "Odd", "code": "Even", "tries": 3}, "payload": {}}"#,
        ])
    func refused(_ text: String) { #expect(!Self.error.isIn(Array(text.utf8))) }

    @Test("An answer to a push has the documented status and reason, and only an ended token has a time")
    func answers() {
        let told = Answer(id: "id", .refused(.badDeviceToken))
        #expect(DocumentedAnswer(400, "BadDeviceToken").isTold(by: told))
        #expect(!DocumentedAnswer(400, "BadTopic").isTold(by: told))
        #expect(!DocumentedAnswer(410, "BadDeviceToken").isTold(by: told))
        #expect(!DocumentedAnswer(200).isTold(by: told))
        let end = Answer(id: "id", .refused(.unregistered(since: LabTime.start)))
        #expect(DocumentedAnswer(410, "Unregistered", since: LabTime.start).isTold(by: end))
        #expect(!DocumentedAnswer(410, "Unregistered", since: LabTime.start.later(by: .seconds(1))).isTold(by: end))
        let accepted = Answer(id: "id", .accepted(uniqueID: nil))
        #expect(DocumentedAnswer(200).isTold(by: accepted) && !DocumentedAnswer(400, "BadTopic").isTold(by: accepted))
    }
}
