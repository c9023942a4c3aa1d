/// How forgiving a reader is.
public enum Strictness: Hashable, Sendable {
    /// RFC 8259 and Apple's documentation to the letter.
    case strict
    /// Also what real files hold: a byte-order mark, comments, trailing commas, and a
    /// `content-available` of `"1"`, `true` or `"true"`. Each is diagnosed.
    case lenient
}

/// What a scanner lets pass. A type, so that the strict scanner is compiled without any of the lenient one.
protocol ReadingRules {
    static var isLenient: Bool { get }
    init()
    /// Hears of a fault that is let pass.
    mutating func tolerate(_ fault: JSONFault)
}

struct StrictRules: ReadingRules {
    // A value without size has no address, and the thread sanitizer looks at the address of whatever is changed.
    private var size: UInt8 = 0

    @inline(__always) static var isLenient: Bool { false }
    mutating func tolerate(_ fault: JSONFault) {}
}

/// As lenient, for those who do not ask what was let pass.
struct ForgivingRules: ReadingRules {
    private var size: UInt8 = 0

    @inline(__always) static var isLenient: Bool { true }
    mutating func tolerate(_ fault: JSONFault) {}
}

struct LenientRules: ReadingRules {
    private(set) var tolerated: [JSONFault] = []

    static var isLenient: Bool { true }
    mutating func tolerate(_ fault: JSONFault) {
        // Behind a comma the scanner passes the same blanks twice.
        if !self.tolerated.contains(fault) { self.tolerated.append(fault) }
    }
}

typealias StrictScanner = JSONScanner<StrictRules>
typealias ForgivingScanner = JSONScanner<ForgivingRules>
typealias LenientScanner = JSONScanner<LenientRules>
