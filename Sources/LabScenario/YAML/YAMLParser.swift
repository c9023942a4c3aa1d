import CLibYAML

/// The events of one YAML text, parsed by libyaml.
///
/// This type owns the parser and the bytes that the parser reads.
struct YAMLParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    /// The surrogate pairs that were joined. They are used to convert positions in the joined text to positions in the
    /// original text.
    private let pairs: SurrogatePairs

    init(_ pairs: SurrogatePairs) {
        let text = pairs.text
        self.pairs = pairs
        self.bytes = .allocate(capacity: text.count)
        _ = self.bytes.initialize(from: text)
        self.parser = .allocate(capacity: 1)
        self.parser.initialize(to: yaml_parser_t())
        precondition(yaml_parser_initialize(self.parser) == 1, "no memory for a parser")
        yaml_parser_set_encoding(self.parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(self.parser, self.bytes.baseAddress, self.bytes.count)
    }

    deinit {
        yaml_parser_delete(self.parser)
        self.parser.deallocate()
        self.bytes.deallocate()
    }

    /// Returns the next event.
    mutating func next() throws(ScenarioFault) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(self.parser, &event) == 1 else { throw self.fault }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event, self.pairs)
    }

    private var fault: ScenarioFault {
        let problem = self.parser.pointee.problem.map { String(cString: $0) } ?? "this is not YAML"
        if self.parser.pointee.error == YAML_READER_ERROR {
            let place = self.place(ofByte: min(self.parser.pointee.problem_offset, self.bytes.count))
            return ScenarioFault("YAML does not allow this character; write it as an escape in quotes", at: place)
        }
        let place = Place(self.parser.pointee.problem_mark, self.pairs)
        if self.byte(at: self.parser.pointee.problem_mark.index) == UInt8(ascii: "\t") {
            return ScenarioFault("the line is indented with a tab; use spaces", at: place)
        }
        return ScenarioFault(YAMLParser.remedy(for: problem) ?? "this is not YAML: \(problem)", at: place)
    }

    private func place(ofByte offset: Int) -> Place {
        let place = Place(ofByte: offset, in: self.bytes)
        let index = self.bytes.prefix(offset).count { $0 & 0xC0 != 0x80 }
        let shift = self.pairs.shift(index: index, column: place.column - 1)
        return Place(line: place.line, column: place.column + shift)
    }

    /// Returns the byte that begins the character at `index`. The index comes from libyaml, which counts characters.
    private func byte(at index: Int) -> UInt8? {
        var characters = -1
        return self.bytes.first { byte in
            if byte & 0xC0 != 0x80 { characters += 1 }
            return characters == index
        }
    }
}

/// An event of the YAML parser.
enum YAMLEvent {
    case documentStart(Place)
    case listStart(Place)
    case mapStart(Place)
    case end(Place)
    case scalar(String, isPlain: Bool, Place)
    /// An anchor, an alias or a tag.
    ///
    /// They are refused because they could make a small text large or change its meaning.
    case refused(String, Place)
    case other
    case streamEnd

    init(_ event: yaml_event_t, _ pairs: SurrogatePairs) {
        let place = Place(event.start_mark, pairs)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            let tags = event.data.document_start.tag_directives
            self = tags.start == tags.end ? .documentStart(place) : .refused("a tag directive", place)
        case YAML_ALIAS_EVENT: self = .refused("an alias", place)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            self = Self.refusal(start.anchor, start.tag, place) ?? .listStart(place)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            self = Self.refusal(start.anchor, start.tag, place) ?? .mapStart(place)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: self = .end(place)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            self =
                Self.refusal(scalar.anchor, scalar.tag, place)
                ?? .scalar(String(decoding: bytes, as: UTF8.self), isPlain: isPlain, place)
        case YAML_STREAM_END_EVENT: self = .streamEnd
        default: self = .other
        }
    }

    private static func refusal(
        _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?, _ place: Place
    ) -> YAMLEvent? {
        if anchor != nil { return .refused("an anchor", place) }
        return tag == nil ? nil : .refused("a tag", place)
    }
}

extension Place {
    init(_ mark: yaml_mark_t, _ pairs: SurrogatePairs) {
        let shift = pairs.shift(index: mark.index, column: mark.column)
        self.init(line: mark.line + 1, column: mark.column + shift + 1)
    }
}
