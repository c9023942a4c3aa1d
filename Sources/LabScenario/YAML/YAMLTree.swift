/// Builds a tree from a YAML text, within limits that no scenario needs to exceed.
struct YAMLTree: ~Copyable {
    /// The maximum size of a file in bytes.
    static let mostBytes = 1 << 20
    /// The maximum nesting of lists and maps.
    static let mostDepth = 32
    /// The maximum number of values in a file.
    static let mostNodes = 100_000

    private var parser: YAMLParser
    private var nodes = 0
    /// The faults that do not prevent building the tree.
    private var list: FaultList

    /// Returns the single document of a text, or nil when the text is empty.
    ///
    /// Adds the faults that do not stop reading to `list`.
    static func read(_ text: [UInt8], _ list: inout FaultList) throws(ScenarioFault) -> YAMLNode? {
        guard text.count <= Self.mostBytes else {
            throw ScenarioFault("the file has \(text.count) bytes; the limit is \(Self.mostBytes)", at: .start)
        }
        if let bad = Self.firstBadByte(of: text) {
            throw ScenarioFault("the file is not UTF-8; save it as UTF-8", at: Place(ofByte: bad, in: text))
        }
        let pairs = try SurrogatePairs(joining: Self.unmarked(text))
        var tree = YAMLTree(parser: YAMLParser(pairs), list: list)
        let root = Result { () throws(ScenarioFault) in try tree.document() }
        list = tree.list
        return try root.get()
    }

    private init(parser: consuming YAMLParser, list: FaultList) {
        self.parser = parser
        self.list = list
    }

    /// Removes the byte order mark that some editors write at the beginning of a file.
    ///
    /// Otherwise the mark would shift the columns of the first line.
    private static func unmarked(_ text: [UInt8]) -> [UInt8] {
        text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
    }

    private static func firstBadByte(of text: [UInt8]) -> Int? {
        var offset = 0
        var rest = text.makeIterator()
        var decoder = UTF8()
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): offset += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return offset
            }
        }
    }

    private mutating func document() throws(ScenarioFault) -> YAMLNode? {
        var root: YAMLNode?
        while true {
            switch try self.parser.next() {
            case .documentStart(let place):
                guard root == nil else {
                    throw ScenarioFault("the file has a second YAML document; move it to its own file", at: place)
                }
                root = try self.node(try self.parser.next(), depth: 0)
            case .streamEnd: return root
            case .refused(let what, let place): throw Self.refusal(of: what, at: place)
            case .listStart, .mapStart, .end, .scalar, .other: break
            }
        }
    }

    private mutating func node(_ event: YAMLEvent, depth: Int) throws(ScenarioFault) -> YAMLNode? {
        self.nodes += 1
        switch event {
        case .scalar(let text, let isPlain, let place):
            try self.checkCount(at: place)
            return YAMLNode(content: .scalar(text, isPlain: isPlain), place: place)
        case .listStart(let place):
            try self.check(depth, at: place)
            var items: [YAMLNode] = []
            while let item = try self.node(try self.parser.next(), depth: depth + 1) { items.append(item) }
            return YAMLNode(content: .list(items), place: place)
        case .mapStart(let place):
            try self.check(depth, at: place)
            return YAMLNode(content: .map(try self.entries(depth: depth + 1)), place: place)
        case .refused(let what, let place): throw Self.refusal(of: what, at: place)
        case .end, .documentStart, .other, .streamEnd: return nil
        }
    }

    private mutating func entries(depth: Int) throws(ScenarioFault) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        var places: [String: Place] = [:]
        while let key = try self.node(try self.parser.next(), depth: depth) {
            guard let value = try self.node(try self.parser.next(), depth: depth) else {
                preconditionFailure("every key has a value")
            }
            guard case .scalar(let text, _) = key.content else {
                self.list.add("a key must be text; it is \(key.kind)", at: key.place)
                continue
            }
            // The first entry with the key is kept, so that its faults are reported too.
            if let first = places[text] {
                self.list.add("the key '\(text)' occurs twice, first on line \(first.line); remove one", at: key.place)
                continue
            }
            places[text] = key.place
            entries.append(YAMLNode.Entry(key: text, place: key.place, value: value))
        }
        return entries
    }

    private func check(_ depth: Int, at place: Place) throws(ScenarioFault) {
        guard depth < Self.mostDepth else {
            throw ScenarioFault("lists and maps are nested deeper than the limit of \(Self.mostDepth)", at: place)
        }
        try self.checkCount(at: place)
    }

    private func checkCount(at place: Place) throws(ScenarioFault) {
        guard self.nodes <= Self.mostNodes else {
            throw ScenarioFault("the file has more than \(Self.mostNodes) values; split the scenario", at: place)
        }
    }

    private static func refusal(of what: String, at place: Place) -> ScenarioFault {
        ScenarioFault("\(what) is not allowed in a scenario; write the value itself", at: place)
    }
}
