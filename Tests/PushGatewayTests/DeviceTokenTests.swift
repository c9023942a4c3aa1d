import PushGateway
import Testing

@Test("tokens with the same digits are equal, in either case")
func sameTokens() {
    #expect(DeviceToken("00aa") == DeviceToken("00aa"))
    #expect(DeviceToken(digits: "00aAFf".utf8) == DeviceToken("00aaff"))
}

@Test("an address of hex digits matches in either case, and any other as written")
func addresses() {
    #expect(DeviceToken(address: "00aAFf") == DeviceToken("00aaff") && DeviceToken(address: "A").text == "A")
    #expect(DeviceToken(address: "fcm:AB").text == "fcm:AB")
}

@Test("a text that is not a token is refused", arguments: ["", "a", "0g", "aa ", "é"])
func noToken(_ text: String) { #expect(DeviceToken(digits: text.utf8) == nil) }

@Test("a token has up to 2,000 digits")
func longestToken() {
    #expect(DeviceToken(digits: Array(repeating: 0x61, count: DeviceToken.limit)) != nil)
    #expect(DeviceToken(digits: Array(repeating: 0x61, count: DeviceToken.limit + 2)) == nil)
}
