import Basics

/// Merging of values that two files give for the same key.
extension YAMLNode {
    /// Returns this value merged over the value of an included file.
    ///
    /// Maps are merged recursively. For all other values, this value replaces the included one.
    func over(_ included: YAMLNode) -> YAMLNode {
        guard case .map(let own) = self.content, case .map(let others) = included.content else { return self }
        let entries = Self.joined(own, behind: others) { $2.over($1) }
        return YAMLNode(content: .map(entries), place: self.place)
    }

    /// Joins the entries of two files. The entries of the included file come first, followed by the entries that only
    /// this file has.
    static func joined(
        _ own: [Entry], behind included: [Entry],
        _ join: (_ key: String, _ included: YAMLNode, _ own: YAMLNode) -> YAMLNode
    ) -> [Entry] {
        var entries = included
        // Used for lookup only: iteration order is not deterministic.
        var indices: [ExactText: Int] = [:]
        for (index, entry) in included.enumerated() { indices[ExactText(entry.key)] = index }
        for entry in own {
            guard let index = indices[ExactText(entry.key)] else {
                entries.append(entry)
                continue
            }
            let value = join(entry.key, entries[index].value, entry.value)
            entries[index] = Entry(key: entry.key, place: entry.place, value: value)
        }
        return entries
    }

    /// Returns the same value, with all of its places referring to another file. `file` is the number of that file.
    func moved(to file: Int) -> YAMLNode {
        let content: Content
        switch self.content {
        case .scalar: content = self.content
        case .list(let items): content = .list(items.map { $0.moved(to: file) })
        case .map(let entries):
            content = .map(
                entries.map { Entry(key: $0.key, place: $0.place.moved(to: file), value: $0.value.moved(to: file)) })
        }
        return YAMLNode(content: content, place: self.place.moved(to: file))
    }
}
