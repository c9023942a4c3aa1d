import ShoulderTap
import TestSupport

/// The library beside the reference, on the same bytes.
enum Comparison {
    /// One line for each question that the two answer differently.
    static func differences(_ bytes: [UInt8]) -> [String] {
        Self.differences(bytes, ReferenceVerdict(bytes))
    }

    static func differences(_ bytes: [UInt8], _ reference: ReferenceVerdict) -> [String] {
        var lines: [String] = []
        func compare<Answer: Equatable>(_ question: String, _ library: Answer, _ reference: Answer) {
            if library != reference { lines.append("\(question): library \(library), reference \(reference)") }
        }

        let strict = PushPayload.inspect(bytes, strictness: .strict)
        let lenient = PushPayload.inspect(bytes, strictness: .lenient)
        compare("classify, strict", PushPayload.classify(bytes.span, strictness: .strict).description, reference.strict)
        compare(
            "classify, lenient", PushPayload.classify(bytes.span, strictness: .lenient).description, reference.lenient)
        compare("inspect, strict", strict.kind.description, reference.strict)
        compare("inspect, lenient", lenient.kind.description, reference.lenient)
        compare("tryParse of an array", Fields(Tap.tryParse(bytes)), Fields(reference.tap))
        compare("tryParse of a span", Fields(Tap.tryParse(bytes.span)), Fields(reference.tap))
        compare("tap of a strict inspection", Fields(strict.tap), Fields(reference.tap))
        compare("tap of a lenient inspection", Fields(lenient.tap), Fields(reference.tap))
        return lines
    }

    /// A tap's members as bytes: Swift strings are equal when merely equivalent.
    private struct Fields: Equatable, CustomStringConvertible {
        private let parts: [String: [[UInt8]]]

        init(_ tap: Tap?) {
            self.parts =
                tap.map { tap in
                    [
                        "host": [tap.host].compactMap(\.self).map { Array($0.utf8) },
                        "subscription": [tap.subscription].compactMap(\.self).map { Array($0.utf8) },
                        "head": [tap.head].compactMap(\.self).map { Array($0.utf8) },
                        "activities": tap.activities.map { Array($0.utf8) },
                        "truncated": tap.isHintTruncated ? [[1]] : [],
                    ]
                } ?? [:]
        }

        init(_ tap: ReferenceTap?) {
            self.parts =
                tap.map { tap in
                    [
                        "host": [tap.host], "subscription": [tap.subscription],
                        "head": [tap.head].compactMap(\.self), "activities": tap.activities,
                        "truncated": tap.isHintTruncated ? [[1]] : [],
                    ]
                } ?? [:]
        }

        var description: String {
            if self.parts.isEmpty { return "no tap" }
            return self.parts.sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value.map(escapedForShell))" }.joined(separator: " ")
        }
    }
}
