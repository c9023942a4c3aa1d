/// The strictness of a reader.
public enum Strictness: Hashable, Sendable {
    /// Follows RFC 8259 and Apple's documentation strictly.
    case strict
    /// Also accepts variants in real files, and reports each in the diagnostics.
    ///
    /// These are a byte-order mark, comments, trailing commas, and a `content-available` of `"1"`, `true` or `"true"`.
    case lenient
}

/// The faults that a scanner tolerates. The rules are a type, so that the strict scanner is compiled without the
/// lenient code.
protocol ReadingRules {
    static var isLenient: Bool { get }
    init()
    /// Records a fault that is tolerated.
    mutating func tolerate(_ fault: JSONFault)
}

struct StrictRules: ReadingRules {
    // A stored property is needed because a value without size has no address, and the thread sanitizer checks
    // addresses.
    private var size: UInt8 = 0

    @inline(__always) static var isLenient: Bool { false }
    mutating func tolerate(_ fault: JSONFault) {}
}

/// Rules that are equally lenient but do not record the tolerated faults.
struct ForgivingRules: ReadingRules {
    private var size: UInt8 = 0

    @inline(__always) static var isLenient: Bool { true }
    mutating func tolerate(_ fault: JSONFault) {}
}

struct LenientRules: ReadingRules {
    private(set) var tolerated: [JSONFault] = []

    static var isLenient: Bool { true }
    mutating func tolerate(_ fault: JSONFault) {
        // The scanner passes the same blanks twice after a comma, so it may report the same fault twice.
        if !self.tolerated.contains(fault) { self.tolerated.append(fault) }
    }
}

typealias StrictScanner = JSONScanner<StrictRules>
typealias ForgivingScanner = JSONScanner<ForgivingRules>
typealias LenientScanner = JSONScanner<LenientRules>
