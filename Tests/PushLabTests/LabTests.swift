import PushLab
import Testing

struct LabTests {
    @Test("handled once, dismissed everywhere")
    func dismissedEverywhere() throws {
        let lab = Lab(seed: 7)
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        let laptop = alice.device("laptop", on: .windows)
        try lab.publish(.raw("lunch?", id: "n1"), to: alice)
        try lab.advance(by: .seconds(5))
        try lab.settle()
        try lab.expect(phone.shows("n1") && tablet.shows("n1") && laptop.shows("n1"))
        try phone.dismiss("n1")
        try lab.advance(by: .seconds(2))
        try lab.expect(!tablet.shows("n1") && !laptop.shows("n1"))
    }
}
