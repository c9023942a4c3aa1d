import PushLab
import Testing

@Suite("Whether a user's devices agree")
struct AgreementTests {
    static func lab() throws -> (lab: Lab, user: LabUser, phone: LabDevice, tablet: LabDevice) {
        let lab = Lab(seed: 4)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        try lab.advance(by: .seconds(2))
        try lab.publish(.raw("?", id: "n1"), to: alice)
        try lab.advance(by: .seconds(5))
        return (lab, alice, phone, tablet)
    }

    @Test("Devices that show what waits agree, and so do devices that show handled notifications as such")
    func agree() throws {
        let (lab, alice, phone, _) = try Self.lab()
        #expect(alice.disagreements == [])
        try phone.dismiss("n1")
        try lab.advance(by: .seconds(5))
        #expect(alice.disagreements == [])
    }

    @Test("A device that lacks a notification is reported")
    func lacks() throws {
        let (lab, alice, _, tablet) = try Self.lab()
        tablet.loseTaps()
        try lab.publish(.raw("?", id: "n2"), to: alice)
        try lab.advance(by: .seconds(5))
        #expect(alice.disagreements == ["alice.tablet does not show n2"])
        try lab.settle()
        #expect(alice.disagreements == [])
    }

    @Test("A device that shows too much is reported, with the reason")
    func showsTooMuch() throws {
        let (lab, alice, phone, tablet) = try Self.lab()
        tablet.loseTaps(2)
        try phone.dismiss("n1")
        try lab.advance(by: .seconds(5))
        #expect(alice.disagreements == ["alice.tablet still shows n1, which was handled elsewhere"])
        try phone.delete("n1")
        try lab.advance(by: .seconds(5))
        #expect(alice.disagreements == ["alice.tablet still shows n1, which is gone"])
    }
}
