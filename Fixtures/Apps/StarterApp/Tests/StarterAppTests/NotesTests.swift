import PushLab
import PushLabTesting
import StarterApp
import Testing

@Test func dismissedEverywhere() throws {
    try Lab.explore(seeds: 100, app: Notes.init) { lab in
        let alice = lab.user("alice")
        let (phone, tablet) = (alice.device("phone"), alice.device("tablet", on: .android))
        try lab.publish(.raw("Lunch?", id: "n1"), to: alice)
        try lab.advance(by: .seconds(30))
        try lab.settle()
        try phone.dismiss("n1")
        try lab.settle()
        try lab.expect(!phone.shows("n1") && !tablet.shows("n1"))
    }
}
