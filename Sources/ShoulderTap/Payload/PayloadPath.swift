/// The path to a value: keys of objects and positions in arrays.
public struct PayloadPath: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// One step of a path.
    public enum Step: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        /// A member of an object.
        case key(String)
        /// One element of an array.
        case position(Int)
        /// Every element of an array. This step is only for paths that collect values.
        case each

        /// Creates a key.
        public init(stringLiteral key: String) { self = .key(key) }
        /// Creates a position, counted from zero.
        public init(integerLiteral position: Int) { self = .position(position) }
    }

    /// The steps from the outermost value.
    public let steps: [Step]

    /// Creates a path of these steps.
    public init(_ steps: [Step]) { self.steps = steps }
    /// Creates a path of these steps.
    public init(arrayLiteral steps: Step...) { self.steps = steps }

    /// The path in readable form: `aps.alert.loc-args[0]`.
    public var description: String {
        var path = PathText()
        for step in self.steps {
            switch step {
            case .key(let key): path.append(key: key)
            case .position(let position): path.append(position: position)
            case .each: path.appendEach()
            }
        }
        return path.text
    }
}

/// Writes a path so that one key cannot be mistaken for two, and no key reaches a terminal unescaped.
struct PathText {
    private(set) var text = ""

    /// The maximum number of scalars of a key that a path shows; the rest becomes an ellipsis.
    static let longestKey = 64

    mutating func append(key whole: String) {
        let scalars = whole.unicodeScalars
        let isLong =
            scalars.index(scalars.startIndex, offsetBy: Self.longestKey + 1, limitedBy: scalars.endIndex) != nil
        let key = isLong ? String(scalars.prefix(Self.longestKey)) + "…" : whole
        if !key.isEmpty, key.unicodeScalars.allSatisfy(Self.isPlain) {
            self.text += self.text.isEmpty ? key : ".\(key)"
        } else {
            self.text += "[\"\(key.unicodeScalars.map(Self.shown).joined())\"]"
        }
    }

    /// Returns a scalar as JSON may write it, escaped if it is invisible or could control a terminal.
    private static func shown(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case "\n": return #"\n"#
        case "\r": return #"\r"#
        case "\t": return #"\t"#
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate:
            return UTF16.encode(scalar).unsafelyUnwrapped.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        default: return String(scalar)
        }
    }

    mutating func append(position: Int) { self.text += "[\(position)]" }

    mutating func appendEach() { self.text += "[]" }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "$": true
        default: false
        }
    }
}
