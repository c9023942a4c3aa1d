import Basics
import PushGateway
import NotificationFeed
import Testing

@testable import PushLab

@Suite("Strangers that send odd requests")
struct StrangerTests {
    @Test("Each odd push gets the answer that Apple documents", arguments: OddPush.allCases)
    func push(_ push: OddPush) {
        let lab = Lab(seed: 3)
        lab.send(push)
        #expect(lab.trace.last?.hasSuffix("answers an unusual push, \(push.rawValue): \(push.row.answer)") == true)
    }

    @Test("Each push at the limit of a rule gets the documented answer", arguments: ExactPush.allCases)
    func exactPush(_ push: ExactPush) {
        var sender = StrangeSender(die: Die(seed: 3))
        #expect(sender.answer(to: push.row.edit, at: LabTime.start) == push.row.answer)
    }

    @Test("Each odd publication gets the answer that the service documents", arguments: OddPost.allCases)
    func post(_ post: OddPost) {
        let lab = Lab(seed: 3)
        lab.send(post)
        #expect(lab.trace.last?.hasSuffix("answers an unusual request, \(post.rawValue): \(post.row.answer)") == true)
    }

    @Test("Each request at a limit gets the answer that the service documents", arguments: ExactPost.allCases)
    func exact(_ post: ExactPost) {
        var publisher = StrangePublisher(at: LabTime.start)
        #expect(publisher.answer(to: post.row.edit) == post.row.answer)
    }

    @Test("Every refusal of publishing is among them")
    func everyRefusal() {
        let refused = Set(OddPost.allCases.compactMap { $0.row.answer.split(separator: " ").dropFirst().first })
        #expect(Set(PublishError.allCases.map { Substring($0.code) }).isSubset(of: refused))
    }

    @Test("Nothing of them reaches a device")
    func nothingElse() throws {
        let lab = Lab(seed: 3)
        let phone = lab.user("alice").device("phone")
        try lab.settle()
        let before = lab.trace.count
        for push in OddPush.allCases { lab.send(push) }
        for post in OddPost.allCases { lab.send(post) }
        try lab.advance(by: .seconds(60))
        #expect(lab.trace.count == before + OddPush.allCases.count + OddPost.allCases.count && phone.list == [])
    }
}
