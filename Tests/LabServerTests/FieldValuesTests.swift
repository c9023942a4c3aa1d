import Basics
import Testing

@testable import LabServer

@Suite("Values of fields")
struct FieldValuesTests {
    private static let fields = [
        Field.name("name", "a name", isRequired: true), Field("word", .word(["low-power", "online"]), "a word"),
        Field("count", .integer(1...9), "a count"), Field("time", .time, "a time"), Field("flag", .flag, "a flag"),
        Field("share", .share, "a share"),
    ]

    @Test("a body with every member is read")
    func whole() throws {
        let text = #"{"name":"n","word":"lowPower","count":9,"time":"1500ms","flag":true,"share":0.25}"#
        let values = try FieldValues(json: Array(text.utf8), Self.fields)
        #expect(values.text("name") == "n" && values.text("word") == "low-power" && values.integer("count") == 9)
        #expect(values.time("time") == .milliseconds(1_500) && values.flag("flag"))
        #expect(values.millionths("share") == 250_000)
        #expect(!values.has("other") && values.text("count") == nil)
    }

    @Test("a query with every parameter is read")
    func query() throws {
        let values = try FieldValues(
            query: [("name", "n"), ("count", "3"), ("time", "5s"), ("flag", "false"), ("share", "1")], Self.fields)
        #expect(values.integer("count") == 3 && values.time("time") == .seconds(5) && !values.flag("flag"))
        #expect(values.millionths("share") == 1_000_000)
    }

    @Test(
        "an invalid body is refused with the problem and the remedy",
        arguments: [
            ("{", "the body is not JSON, at byte 1", "send a JSON object"),
            ("[]", "the body is not a JSON object", "send an object such as {}"),
            (#"{"name":"a","name":"b"}"#, "the member 'name' occurs twice", "send each member once"),
            ("", "'name' is missing: a name", "send a text of 1 to 128 characters"),
            (#"{"name":""}"#, "the value of 'name' is not valid", "send a text of 1 to 128 characters"),
            (#"{"name":null}"#, "the value of 'name' is not valid", "send a text of 1 to 128 characters"),
            (#"{"name":"a","word":"on"}"#, "the value of 'word' is not valid", "send one of low-power, online"),
            (#"{"name":"a","count":10}"#, "the value of 'count' is not valid", "send a whole number from 1 to 9"),
            (#"{"name":"a","count":1.5}"#, "the value of 'count' is not valid", "send a whole number from 1 to 9"),
            (#"{"name":"a","time":5}"#, "the value of 'time' is not valid", "send a time such as 250ms, 5s or 2h"),
            (#"{"name":"a","flag":1}"#, "the value of 'flag' is not valid", "send true or false"),
            (#"{"name":"a","share":1.01}"#, "the value of 'share' is not valid", "send a number from 0 to 1"),
            (
                #"{"name":"a","more":1}"#, "unknown member or parameter 'more'",
                "use name, word, count, time, flag, share"
            ),
        ])
    func refused(text: String, error: String, remedy: String) throws {
        let failure = #expect(throws: ControlFailure.self) { try FieldValues(json: Array(text.utf8), Self.fields) }
        #expect(failure?.status == 400 && failure?.error.hasPrefix(error) == true)
        #expect(failure?.remedy == remedy)
    }

    @Test(
        "an invalid query is refused",
        arguments: [
            [("name", "a"), ("name", "b")], [("name", "a"), ("count", "+x")], [("name", "a"), ("flag", "yes")],
            [("name", "a"), ("time", "soon")], [("nmae", "a")], [],
        ])
    func refusedQuery(_ query: [(String, String)]) {
        #expect(throws: ControlFailure.self) { try FieldValues(query: query, Self.fields) }
    }
}
