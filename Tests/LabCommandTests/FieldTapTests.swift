import ShoulderTap
import Testing

@testable import LabCommand

@Suite("Captured taps in the form that a device of a lab gets")
struct FieldTapTests {
    static let own: Tap = {
        do { return try Tap(host: "contoso.com", subscription: "s-7", head: "3-14", activities: []) } catch {
            preconditionFailure("\(error)")
        }
    }()

    static func renamed(_ payload: String, head: String?) -> String {
        String(decoding: FieldTap(payload: Array(payload.utf8)).renamed(like: Self.own, head: head), as: UTF8.self)
    }

    @Test("Only the names of the service in the field change")
    func renames() {
        let tap = #"{ "x":1, "shoulderTap" : {"subscription":"a\u00e9","v":1,"head":"9","host":"b.c","n":"b"}}"#
        let renamed =
            #"{ "x":1, "shoulderTap" : {"subscription":"s-7","v":1,"head":"3-14","host":"contoso.com","n":"b"}}"#
        #expect(Self.renamed(tap, head: "3-14") == renamed)
    }

    @Test("An unknown head stays, and makes the device fetch")
    func unknownHead() {
        #expect(
            Self.renamed(#"{"v":1,"host":"b.c","subscription":"s","head":"9"}"#, head: nil)
                == #"{"v":1,"host":"contoso.com","subscription":"s-7","head":"9"}"#)
    }

    @Test("A push without names is passed on unchanged", arguments: [#"{"activities":[{"id":"n1"}]}"#, "{", ""])
    func nothingToRename(_ payload: String) { #expect(Self.renamed(payload, head: "3-14") == payload) }
}
