import ShoulderTap
import Testing

@testable import LabCommand

@Suite("Taps of the field, as a device of a lab gets them")
struct FieldTapTests {
    static let own: Tap = {
        do { return try Tap(host: "contoso.com", subscription: "s-7", head: "3-14", activities: []) } catch {
            preconditionFailure("\(error)")
        }
    }()

    static func renamed(_ payload: String, head: String?) -> String {
        String(decoding: FieldTap(payload: Array(payload.utf8)).renamed(like: Self.own, head: head), as: UTF8.self)
    }

    @Test("Only what names the service of the field changes")
    func renames() {
        let tap = #"{ "x":1, "shoulderTap" : {"subscription":"a\u00e9","v":1,"head":"9","host":"b.c","n":"b"}}"#
        let renamed =
            #"{ "x":1, "shoulderTap" : {"subscription":"s-7","v":1,"head":"3-14","host":"contoso.com","n":"b"}}"#
        #expect(Self.renamed(tap, head: "3-14") == renamed)
    }

    @Test("A head that means nothing here stays, and sends the device looking")
    func unknownHead() {
        #expect(
            Self.renamed(#"{"v":1,"host":"b.c","subscription":"s","head":"9"}"#, head: nil)
                == #"{"v":1,"host":"contoso.com","subscription":"s-7","head":"9"}"#)
    }

    @Test("What has no names is handed on as it is", arguments: [#"{"activities":[{"id":"n1"}]}"#, "{", ""])
    func nothingToRename(_ payload: String) { #expect(Self.renamed(payload, head: "3-14") == payload) }
}
