import Testing

@testable import LabServer

@Suite("The token of the control API")
struct ControlGateTests {
    @Test("a token equals only itself", arguments: ["", "0", "0123456789abcdef0123456789abcdef"])
    func same(_ token: String) {
        #expect(ControlGate.isSame(token[...], token))
        #expect(!ControlGate.isSame((token + "0")[...], token))
    }

    @Test("no two tokens of three digits are equal")
    func different() {
        let digits = "0123456789abcdef".map(String.init)
        let tokens = digits.flatMap { one in digits.flatMap { two in digits.map { one + two + $0 } } }
        for token in ["000", "111", "0af", "fff"] {
            #expect(tokens.filter { ControlGate.isSame($0[...], token) } == [token])
        }
    }
}
