import Basics
@testable import PushGateway

/// Any text is a token or none: what a strict reader takes a lenient one takes alike, and nothing is invented.
func fuzzProviderToken(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    _ = Credentials(input.text)
    check(input.array)

    // The parts are base64, which mutations seldom hit: so the input is also the header, the claims and the time.
    let header = #"{"alg":"ES256","kid":"TEAMKEY001"}"#
    let claims = #"{"iss":"TEAM000001","iat":1700000000}"#
    for (header, claims) in [(input.array, Array(claims.utf8)), (Array(header.utf8), input.array)] {
        let text = Base64URL.text(of: header) + "." + Base64URL.text(of: claims) + ".AAAA"
        check(Array(text.utf8))
    }
    checkSeconds(input.text)
    return 0
}

private func check(_ text: [UInt8]) {
    let (strict, lenient) = (ProviderToken(text, .strict), ProviderToken(text, .lenient))
    holds(strict == nil || strict == lenient, "a strict reader takes what a lenient one takes otherwise or not")
    guard let lenient else { return }
    let isName = { (name: String) in (1...64).contains(name.utf8.count) && name.utf8.allSatisfy { 0x21...0x7E ~= $0 } }
    holds(isName(lenient.keyID) && isName(lenient.team), "a name of other letters")
    holds(ProviderToken.range.contains(lenient.issuedAt), "a time beyond all times")
    holds(!lenient.signature.isEmpty, "a token without a signature")
    holds(text.starts(with: lenient.signedBytes + [UInt8(ascii: ".")]), "signed is something else")
    holds(lenient.signedBytes.count { $0 == UInt8(ascii: ".") } == 1, "signed are more or fewer than two parts")
}

/// Agrees with the standard library where that reads integers.
private func checkSeconds(_ text: String) {
    let seconds = ProviderToken.wholeSeconds(text)
    guard let seconds else {
        let plain = text.first != "+" && text.utf8.count <= 64 ? Int64(text) : nil
        return holds(plain.map { !ProviderToken.range.contains($0) } ?? true, "an integer that is none")
    }
    holds(ProviderToken.range.contains(seconds), "seconds beyond all times")
    if let plain = Int64(text) { holds(plain == seconds, "another integer") }
}
