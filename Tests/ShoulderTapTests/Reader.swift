import ShoulderTap
import TestSupport

/// Who is asked what a payload is. All have to agree, and all have to agree with the tables.
enum Reader: String, CaseIterable, Sendable, CustomStringConvertible {
    case reference, classify, inspect

    var description: String { self.rawValue }

    /// The spelling of the kind that this reader finds.
    func kind(_ bytes: [UInt8], lenient: Bool = false) -> String {
        let strictness: Strictness = lenient ? .lenient : .strict
        return switch self {
        case .reference: ReferenceVerdict.kind(bytes, lenient: lenient)
        case .classify: PushPayload.classify(bytes.span, strictness: strictness).description
        case .inspect: PushPayload.inspect(bytes, strictness: strictness).kind.description
        }
    }

    /// Whether this reader takes the payload for a tap of ours.
    func isTap(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .reference: ReferenceVerdict(bytes).isTap
        case .classify: Tap.tryParse(bytes.span) != nil
        case .inspect: PushPayload.inspect(bytes).isTap
        }
    }
}
