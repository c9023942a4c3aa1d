import FeedService
import NotificationFeed
@testable import PushLab
import LabTestSupport
import Testing

@Suite("Apps and servers of users")
struct PluggedTests {
    private static func fresh(_ app: @escaping (AppLaunch) -> any LabApp = { ReferenceApp(appId: $0.host) }) -> Lab {
        Lab(seed: 11, app: app, backend: { _ in ListBackend() })
    }

    @Test("an app without the SDK shows at each step what the reference app shows")
    func app() throws {
        let expected = try ListFlow.sights(in: Lab(seed: 11))
        let lab = Lab(seed: 11, app: ListApp.init)
        #expect(try ListFlow.sights(in: lab) == expected)
        #expect(lab.violations == [])
        // Something is there to be compared.
        #expect(zip(expected, expected.dropFirst()).allSatisfy { $0 != $1 })
        #expect(expected[2][1].list == ["n1", "n2", "n3"])
    }

    @Test("an app that uses the lab's access tokens never sees one expire")
    func tokens() throws {
        for delay in stride(from: 3_599_900, to: 3_600_100, by: 10) {
            let lab = Lab(seed: 11, app: ListApp.init)
            let alice = lab.user("alice")
            let phone = alice.device("phone")
            try lab.advance(by: .milliseconds(delay))
            phone.enterForeground()
            try lab.settle()
            #expect(!lab.trace.contains { $0.contains("gets 401") }, "after \(delay) ms")
        }
    }

    @Test("an access token is for the kind of account that is signed in")
    func audience() throws {
        let lab = Lab(seed: 11, app: ListApp.init)
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        func scopes() throws -> [String] {
            try lab.settle()
            let token = try #require(lab.world.people.devices[0].accessToken).text
            return try lab.world.service.machine.office.holder(of: token, at: lab.world.clock.now).scopes.map(\.name)
        }
        #expect(try scopes().count == 5)
        phone.signIn(with: .work)
        phone.enterForeground()
        try lab.publishAndWait("n1", to: alice)
        #expect(try scopes() == ["https://cdpcs.access.microsoft.com/.default"])
        try lab.expect(phone.shows("n1"))
    }

    @Test("taps in a row, each of them duplicated, cause no second read in an app without the SDK", arguments: 1...5)
    func row(_ seed: UInt64) throws {
        let lab = Lab(seed: seed, app: ListApp.init)
        lab.setPageSize(1)
        let alice = lab.user("alice")
        let phone = alice.device("phone")
        try lab.settle()
        let fetches = { lab.view.events.count { $0.kind == .requestSent && $0.request == .fetch } }
        let before = fetches()
        phone.doubleTaps(40)
        lab.network.tapping = .within(.milliseconds(50)...(.seconds(3)))
        for number in 1...40 { try lab.publish(.raw("x", id: "n\(number)"), to: alice) }
        try lab.advance(by: .seconds(20))
        #expect(phone.list.count == 40 && lab.view.events.count { $0.kind == .finished } == 80)
        // One for each page, and now and then one behind the last.
        #expect((40...50).contains(fetches() - before), "\(fetches() - before)")
        #expect(lab.violations == [])
    }

    @Test("a user's server publishes the same", arguments: [false, true])
    func backend(isOwnApp: Bool) throws {
        let expected = try ListFlow.sights(in: Lab(seed: 11))
        let lab = isOwnApp ? Self.fresh(ListApp.init) : Self.fresh()
        #expect(try ListFlow.sights(in: lab) == expected)
        #expect(lab.violations == [])
    }
}
