@testable import PushLab
import LabTestSupport
import Testing

@Suite("Apps and servers of the user's own")
struct PluggedTests {
    private static func fresh(_ app: @escaping (AppLaunch) -> any LabApp = { ReferenceApp(appId: $0.host) }) -> Lab {
        Lab(seed: 11, app: app, backend: { _ in ListBackend() })
    }

    @Test("an app without the SDK shows at each station what the reference app shows")
    func app() throws {
        let expected = try ListFlow.sights(in: Lab(seed: 11))
        let lab = Lab(seed: 11, app: ListApp.init)
        #expect(try ListFlow.sights(in: lab) == expected)
        #expect(lab.violations == [])
        // Something is there to be compared.
        #expect(zip(expected, expected.dropFirst()).allSatisfy { $0 != $1 })
        #expect(expected[2][1].list == ["n1", "n2", "n3"])
    }

    @Test("a server of one's own publishes the same", arguments: [false, true])
    func backend(isOwnApp: Bool) throws {
        let expected = try ListFlow.sights(in: Lab(seed: 11))
        let lab = isOwnApp ? Self.fresh(ListApp.init) : Self.fresh()
        #expect(try ListFlow.sights(in: lab) == expected)
        #expect(lab.violations == [])
    }
}
