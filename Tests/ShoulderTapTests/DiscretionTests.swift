import ShoulderTap
import TestSupport
import Testing

/// A diagnostic may be logged anywhere, so it holds no value of the payload.
@Suite("Findings do not repeat values of the payload")
struct DiscretionTests {
    /// No finding has a reason to say this.
    private static let secret = "Xq7wZj"
    /// The same for numbers; long enough to be remarked on.
    private static let secretNumber = "73958173958173958173"

    @Test("No finding repeats a replaced value of a fixture", arguments: Fixture.all)
    func planted(_ fixture: Fixture) {
        guard let root = PushPayload.inspect(fixture.bytes, strictness: .lenient).root else { return }
        for place in Self.leaves(of: root).prefix(40) {
            for value in [
                "\"\(Self.secret)\"", "\"{\\\"\(Self.secret)\\\":1}\"", "\"\(Self.secret)\\u0000\"", Self.secretNumber,
                "-\(Self.secretNumber)", "\(Self.secretNumber)e5", "[\"\(Self.secret)\",\(Self.secretNumber)]",
                // Not JSON any more: the fault stands right behind or in the value.
                Self.secret, "'\(Self.secret)'", "\"\(Self.secret)", "\"\(Self.secret)\\q\"", "\"\(Self.secret)\" x",
                "0\(Self.secretNumber)", "\(Self.secretNumber).", "+\(Self.secretNumber)", "\"\(Self.secret)\n\"",
                "\"\(Self.secret)\\ud83d\"", "[\"\(Self.secret)\",]", "\"a\" /*\(Self.secret)*/", "t\(Self.secret)",
            ] {
                let bytes = fixture.bytes[..<place.lowerBound] + Array(value.utf8) + fixture.bytes[place.upperBound...]
                Self.expectDiscretion(Array(bytes))
            }
        }
    }

    @Test("Bytes that are not UTF-8 are not repeated either", arguments: KnownPayload.badUTF8.indices)
    func badUTF8(_ row: Int) {
        let text = Array(Self.secret.utf8) + KnownPayload.badUTF8[row] + Array(Self.secret.utf8)
        Self.expectDiscretion(Array(#"{"aps":{"alert":""#.utf8) + text + Array(#""}}"#.utf8))
        Self.expectDiscretion(Array(#"{"aps":{"alert":"#.utf8) + text + Array("}}".utf8))
        Self.expectDiscretion(text)
    }

    private static func expectDiscretion(_ bytes: [UInt8]) {
        for strictness in [Strictness.strict, .lenient] {
            for finding in PushPayload.inspect(bytes, strictness: strictness).diagnostics {
                let said = "\(finding.message) \(finding.remedy) \(finding.path) \(finding.code) \(finding)"
                let isDiscreet = !said.contains(Self.secret) && !said.contains(Self.secretNumber.dropLast(4))
                #expect(isDiscreet, "\(said): \(escapedForShell(bytes))")
            }
        }
    }

    /// Where the values stand that are no containers.
    private static func leaves(of element: PayloadElement) -> [Range<Int>] {
        if let members = element.members { return members.flatMap { Self.leaves(of: $0.value) } }
        if let elements = element.elements { return elements.flatMap(Self.leaves) }
        return [element.rawBytes.indices]
    }
}
