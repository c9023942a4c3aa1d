import PushLab
import PushLabTesting
import RomeApp
import Testing

@Suite("The sample app in the lab")
struct RomeAppTests {
    @Test("a dismissal on one device reaches the others, in any storm")
    func dismissedEverywhere() throws {
        try Lab.explore(seeds: 200, app: RomeApp.process) { lab in
            let alice = lab.user("alice")
            let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
            try lab.publish(.raw("lunch?", id: "n1"), to: alice)
            try lab.advance(by: .seconds(30))
            try lab.settle()
            try lab.expect(phone.shows("n1") && tablet.shows("n1"))
            try phone.dismiss("n1")
            try lab.settle()
            try lab.expect(!tablet.shows("n1"))
        }
    }
}
