import ShoulderTap

/// Reads the properties of a body, each as its required type, and collects all problems.
///
/// Unknown properties are allowed and may have any value. Null counts as absent.
struct PropertyReader {
    private(set) var problems: [PublishProblem] = []
    private let body: [UInt8]

    init(body: [UInt8]) { self.body = body }

    mutating func complain(_ error: PublishError, _ message: String) {
        self.problems.append(PublishProblem(error, message))
    }

    /// Returns the value of a property, or nil when it is absent or unusable.
    mutating func value(
        _ name: StaticString, in object: PayloadElement, isRequired: Bool = false
    ) -> PayloadElement? {
        let path = Self.path(name, in: object)
        let places = object.offsets(ofKey: name)
        if places.count > 1 {
            let shown = places.prefix(2).map { TextPosition(of: $0, in: self.body) }
            let (first, second) = ("\(shown[0].line):\(shown[0].column)", "\(shown[1].line):\(shown[1].column)")
            self.complain(.duplicateProperty, "\(path) is there twice (at \(first) and \(second)); write it once.")
            return nil
        }
        let value = object["\(name)"]
        if let value, !value.isNull { return value }
        if isRequired { self.complain(.missingProperty, "\(path) is missing; it is required.") }
        return nil
    }

    mutating func object(
        _ name: StaticString, in object: PayloadElement, isRequired: Bool = false
    ) -> PayloadElement? {
        guard let value = self.value(name, in: object, isRequired: isRequired) else { return nil }
        return self.isKind(.object, value) ? value : nil
    }

    /// Reads a text of at most `limit` characters.
    mutating func text(
        _ name: StaticString, in object: PayloadElement, limit: Int = .max, isRequired: Bool = false,
        mayBeEmpty: Bool = true
    ) -> String? {
        guard let value = self.value(name, in: object, isRequired: isRequired), self.isKind(.string, value),
            let text = value.string
        else { return nil }
        let count = text.unicodeScalars.count
        guard count <= limit else {
            self.complain(
                .valueTooLong, "\(value.path) has \(count) characters, over the limit of \(limit); shorten it.")
            return nil
        }
        guard mayBeEmpty || count > 0 else {
            self.complain(.invalidValue, "\(value.path) is empty; give it at least one character.")
            return nil
        }
        return text
    }

    /// Reads a whole number within `range`. The number may also be written as a string, as in the samples of the
    /// original service.
    mutating func whole(
        _ name: StaticString, in object: PayloadElement, _ range: ClosedRange<Int32>, isRequired: Bool = false
    ) -> Int32? {
        guard let value = self.value(name, in: object, isRequired: isRequired) else { return nil }
        guard value.kind == .number || value.kind == .string else {
            self.complainOfType(value, "a whole number")
            return nil
        }
        let number = value.kind == .number ? value.int64 : Self.digits(value.string ?? "")
        guard let number, range.contains(Int32(clamping: number)), Int64(Int32(clamping: number)) == number else {
            let allowed = "\(range.lowerBound) to \(range.upperBound)"
            self.complain(.invalidValue, "\(value.path) is not a whole number from \(allowed).")
            return nil
        }
        return Int32(number)
    }

    /// Reads one of the known words, ignoring case.
    mutating func word<Meaning>(
        _ name: StaticString, in object: PayloadElement, _ words: [(String, Meaning)]
    ) -> Meaning? {
        guard let value = self.value(name, in: object) else { return nil }
        return self.word(value, words)
    }

    /// Reads an array of known words. Returns nil when an element is not a known word.
    mutating func words<Meaning>(
        _ name: StaticString, in object: PayloadElement, isRequired: Bool = false, _ words: [(String, Meaning)]
    ) -> [Meaning]? {
        guard let value = self.value(name, in: object, isRequired: isRequired), self.isKind(.array, value) else {
            return nil
        }
        var meanings: [Meaning] = []
        for element in value.elements ?? [] {
            // Each array gets at most one problem, because a thousand wrong elements are one mistake.
            guard let meaning = self.word(element, words) else { return nil }
            meanings.append(meaning)
        }
        guard !meanings.isEmpty else {
            let known = words.map(\.0).joined(separator: ", ")
            self.complain(.invalidValue, "\(value.path) is empty; name at least one of \(known).")
            return nil
        }
        return meanings
    }

    private mutating func word<Meaning>(_ value: PayloadElement, _ words: [(String, Meaning)]) -> Meaning? {
        guard self.isKind(.string, value), let text = value.string else { return nil }
        if let found = words.first(where: { isSameWord($0.0, text) }) { return found.1 }
        self.complain(
            .invalidValue, "\(value.path) is none of \(words.map(\.0).joined(separator: ", ")).")
        return nil
    }

    private mutating func isKind(_ kind: PayloadElement.Kind, _ value: PayloadElement) -> Bool {
        guard value.kind != kind else { return true }
        self.complainOfType(value, Self.name(kind))
        return false
    }

    private mutating func complainOfType(_ value: PayloadElement, _ wanted: String) {
        self.complain(.wrongType, "\(value.path) is \(Self.name(value.kind)); it must be \(wanted).")
    }

    static func path(_ name: StaticString, in object: PayloadElement) -> String {
        object.path.isEmpty ? "\(name)" : "\(object.path).\(name)"
    }

    private static func digits(_ text: String) -> Int64? {
        // A plus sign is refused, although Int64 would accept it.
        text.utf8.first == UInt8(ascii: "+") ? nil : Int64(text)
    }

    private static func name(_ kind: PayloadElement.Kind) -> String {
        switch kind {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
