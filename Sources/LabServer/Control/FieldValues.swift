import Basics
import PushGateway
import ShoulderTap

/// The values of fields, each checked against its definition.
struct FieldValues {
    private enum Value {
        case text(String)
        case integer(Int)
        case time(Interval)
        case flag(Bool)
        case millionths(Int)
    }

    private var values: [String: Value] = [:]

    /// Reads the members of a JSON object.
    ///
    /// An empty body counts as an empty object.
    init(json bytes: [UInt8], _ fields: [Field]) throws(ControlFailure) {
        var members: [(key: String, value: PayloadElement)] = []
        if !bytes.isEmpty {
            let root: PayloadElement
            do { root = try JSONDocument(bytes, limit: Self.sizeLimit).root } catch {
                throw ControlFailure(
                    400, "the body is not JSON, at byte \(error.offset): \(error.message)", "send a JSON object")
            }
            guard let found = root.members else {
                throw ControlFailure(400, "the body is not a JSON object", "send an object such as {}")
            }
            if let key = root.repeatedKeys.first {
                throw ControlFailure(400, "the member '\(key)' occurs twice", "send each member once")
            }
            members = found
        }
        for (key, element) in members {
            guard let field = fields.first(where: { $0.name == key }) else { throw Self.unknown(key, fields) }
            guard let value = Self.value(of: element, field.kind) else { throw Self.wrong(field) }
            self.values[key] = value
        }
        try self.requireAll(fields)
    }

    /// Reads the parameters of a query.
    init(query: [(name: String, value: String)], _ fields: [Field]) throws(ControlFailure) {
        for (name, text) in query {
            guard let field = fields.first(where: { $0.name == name }) else { throw Self.unknown(name, fields) }
            guard self.values[name] == nil else {
                throw ControlFailure(400, "the parameter '\(name)' occurs twice", "send each parameter once")
            }
            guard let value = Self.value(of: text, field.kind) else { throw Self.wrong(field) }
            self.values[name] = value
        }
        try self.requireAll(fields)
    }

    private static let sizeLimit = 256 * 1_024

    private func requireAll(_ fields: [Field]) throws(ControlFailure) {
        for field in fields where field.isRequired && self.values[field.name] == nil {
            throw ControlFailure(400, "'\(field.name)' is missing: \(field.meaning)", "send \(field.kind.words)")
        }
    }

    private static func unknown(_ name: String, _ fields: [Field]) -> ControlFailure {
        let known = fields.isEmpty ? "remove it" : "use \(fields.map(\.name).joined(separator: ", "))"
        return ControlFailure(400, "unknown member or parameter '\(name)'", known)
    }

    private static func wrong(_ field: Field) -> ControlFailure {
        ControlFailure(400, "the value of '\(field.name)' is not valid", "send \(field.kind.words)")
    }

    private static func value(of element: PayloadElement, _ kind: Field.Kind) -> Value? {
        switch kind {
        case .text, .bundle, .word, .time: element.string.flatMap { self.value(of: $0, kind) }
        case .integer(let range): element.int64.flatMap { Int(exactly: $0) }.flatMap { Self.integer($0, range) }
        case .flag: element.bool.map(Value.flag)
        case .share: element.number.flatMap { Self.share($0.double) }
        }
    }

    private static func value(of text: String, _ kind: Field.Kind) -> Value? {
        switch kind {
        case .text(let most): (1...most).contains(text.unicodeScalars.count) ? .text(text) : nil
        case .bundle: TopicText.bundle(in: text) == text ? .text(text) : nil
        case .word(let words): Self.word(text, among: words).map(Value.text)
        case .integer(let range): Int(text).flatMap { Self.integer($0, range) }
        case .time: Self.time(text).map(Value.time)
        case .flag: text == "true" ? .flag(true) : text == "false" ? .flag(false) : nil
        case .share: Double(text).flatMap(Self.share)
        }
    }

    /// Parses a duration: a whole number of at most six digits, and a unit.
    private static func time(_ text: String) -> Interval? {
        let digits = text.utf8.prefix { 0x30...0x39 ~= $0 }.count
        guard 1...6 ~= digits, !text.utf8.contains(UInt8(ascii: ".")) else { return nil }
        return try? Interval(duration: text)
    }

    private static func integer(_ number: Int, _ range: ClosedRange<Int>) -> Value? {
        range.contains(number) ? .integer(number) : nil
    }

    private static func share(_ number: Double) -> Value? {
        (0...1).contains(number) ? .millionths(Int((number * 1_000_000).rounded())) : nil
    }

    /// Returns the word of the list that equals this text. Upper and lower case, hyphens, underscores and spaces make
    /// no difference.
    static func word(_ text: String, among words: [String]) -> String? {
        let plain = Self.plain(text)
        return words.first { Self.plain($0) == plain }
    }

    private static func plain(_ text: String) -> String { text.lowercased().filter { !"-_ ".contains($0) } }

    func text(_ name: String) -> String? { if case .text(let text)? = self.values[name] { text } else { nil } }
    func integer(_ name: String) -> Int? { if case .integer(let number)? = self.values[name] { number } else { nil } }
    func time(_ name: String) -> Interval? { if case .time(let time)? = self.values[name] { time } else { nil } }
    func flag(_ name: String) -> Bool { if case .flag(let flag)? = self.values[name] { flag } else { false } }
    func millionths(_ name: String) -> Int? {
        if case .millionths(let share)? = self.values[name] { share } else { nil }
    }
    func has(_ name: String) -> Bool { self.values[name] != nil }
}
