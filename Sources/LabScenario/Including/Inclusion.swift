/// Assembles a scenario from its file and the files that it includes.
struct Inclusion {
    /// The maximum number of included files.
    ///
    /// A file that is included twice counts as two.
    static let mostFiles = 16
    /// The maximum nesting of includes.
    static let mostDepth = 4

    /// The keys whose lists are joined if several files have them. Maps are merged. Any other value in a later file
    /// replaces the value in an earlier file.
    static let lists = ["traps", "steps", "expect"]
    private static let partKeys = ScenarioReader.keys.filter { $0 != "seed" }

    /// The paths of the files that were read. The scenario's own file is the first.
    ///
    /// The place of a fault contains an index into this list.
    private(set) var files: [PartPath]
    private(set) var list = FaultList()
    /// Whether all included files could be read.
    private(set) var isWhole = true
    private let source: PartContent.Source?
    private var included = 0

    /// Creates an inclusion.
    ///
    /// If `source` is nil, the scenario is not in a folder, so it can include no files.
    init(named name: String, _ source: PartContent.Source?) {
        self.files = [PartPath(file: name)]
        self.source = source
    }

    /// Returns the tree of a text with all of its includes, or nil when the text is empty.
    mutating func tree(of text: [UInt8]) throws(ScenarioFault) -> YAMLNode? {
        try YAMLTree.read(text, &self.list).map { self.completed($0, within: self.files) }
    }

    /// Returns a file with its includes resolved.
    ///
    /// `chain` lists the files from the scenario to this file. Each file is included by the file before it.
    private mutating func completed(_ root: YAMLNode, within chain: [PartPath]) -> YAMLNode {
        guard case .map(var entries) = root.content, let index = entries.firstIndex(where: { $0.key == "include" })
        else { return root }
        let include = entries.remove(at: index)
        let parts = self.paths(include).compactMap { self.part($0, within: chain) }
        let joined = (parts + [entries]).reduce([]) { self.join($1, behind: $0) }
        return YAMLNode(content: .map(joined), place: root.place)
    }

    private mutating func paths(_ include: YAMLNode.Entry) -> [YAMLNode] {
        guard self.source != nil else {
            self.fail("a scenario on standard input cannot include files; save it as a file", at: include.place)
            return []
        }
        switch include.value.content {
        case .scalar where !include.value.isNull: return [include.value]
        case .list(let items) where !items.isEmpty: return items
        default:
            self.fail("'include' must be a file such as parts/people.yaml, or a list of files", at: include.value.place)
            return []
        }
    }

    /// Returns the content of an included file. If the content cannot be used, reports a fault and returns nil.
    private mutating func part(_ node: YAMLNode, within chain: [PartPath]) -> [YAMLNode.Entry]? {
        guard let path = self.path(node, within: chain), let text = self.text(of: path, node) else { return nil }
        let number = self.number(of: path)
        var list = FaultList()
        defer { self.list.add(list, in: number) }
        let root: YAMLNode?
        do { root = try YAMLTree.read(text, &list)?.moved(to: number) } catch {
            self.fail(error.message, at: error.place.moved(to: number))
            return nil
        }
        guard let root else {
            self.fail("the file is empty; start it with 'version: 1'", at: Place.start.moved(to: number))
            return nil
        }
        guard case .map(let entries) = self.completed(self.checked(root), within: chain + [path]).content else {
            self.isWhole = false
            return nil
        }
        return entries
    }

    private mutating func path(_ node: YAMLNode, within chain: [PartPath]) -> PartPath? {
        guard let text = self.list.text(node, "the path of an included file", atMost: PartPath.mostBytes) else {
            self.isWhole = false
            return nil
        }
        let path: PartPath
        do { path = try PartPath(text, in: chain.last?.folder ?? []) } catch {
            self.fail(error.words, at: node.place)
            return nil
        }
        if let start = chain.firstIndex(of: path) {
            let circle = (chain[start...] + [path]).map(\.text).joined(separator: ", ")
            self.fail("these files include each other: \(circle); remove one 'include'", at: node.place)
            return nil
        }
        guard chain.count <= Self.mostDepth else {
            self.fail("included files are nested more than \(Self.mostDepth) deep; remove a level", at: node.place)
            return nil
        }
        self.included += 1
        guard self.included <= Self.mostFiles else {
            // The limit is reported once only.
            let isFirst = self.included == Self.mostFiles + 1
            if isFirst {
                self.fail("more than \(Self.mostFiles) files are included; join some of them", at: node.place)
            }
            return nil
        }
        return path
    }

    private mutating func text(of path: PartPath, _ node: YAMLNode) -> [UInt8]? {
        guard let content = self.source?(path), case .scalar(let written, _) = node.content else { return nil }
        if case .text(let text) = content { return text }
        if let fault = content.fault(of: written) { self.fail(fault, at: node.place) }
        return nil
    }

    private mutating func number(of path: PartPath) -> Int {
        if let number = self.files.firstIndex(of: path) { return number }
        self.files.append(path)
        return self.files.count - 1
    }

    /// Checks an included file, and returns it without its version and without keys that are not allowed.
    private mutating func checked(_ root: YAMLNode) -> YAMLNode {
        guard case .map(let entries) = root.content else {
            self.list.add("an included file must be a map; it is \(root.kind)", at: root.place)
            return root
        }
        if let seed = entries.first(where: { $0.key == "seed" }) {
            self.list.add("an included file cannot set 'seed'; move it to the scenario", at: seed.place)
        }
        let allowed = YAMLNode(content: .map(entries.filter { $0.key != "seed" }), place: root.place)
        guard let fields = self.list.fields(allowed, "an included file", Self.partKeys) else { return root }
        self.list.checkVersion(fields)
        return YAMLNode(content: .map(fields.entries.filter { $0.key != "version" }), place: root.place)
    }

    private mutating func join(_ own: [YAMLNode.Entry], behind included: [YAMLNode.Entry]) -> [YAMLNode.Entry] {
        YAMLNode.joined(own, behind: included) { key, before, value in
            guard Self.lists.contains(key) else { return value.over(before) }
            let items = [before, value].compactMap { self.list.list($0, "'\(key)'") }
            return YAMLNode(content: .list(items.flatMap { $0 }), place: value.place)
        }
    }

    private mutating func fail(_ message: String, at place: Place) {
        self.list.add(message, at: place)
        self.isWhole = false
    }
}
