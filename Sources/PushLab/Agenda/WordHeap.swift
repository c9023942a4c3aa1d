/// A place in the near heap: smaller words come first, and no two are equal.
struct HeapWord: Sendable {
    var word: UInt64
    var place: AgendaPlace
}

/// Where an event lies, and how often that place was used before: whoever comes late finds nothing.
struct AgendaPlace: Hashable, Sendable {
    let slot: UInt32
    let use: UInt32
}

/// A heap whose nodes have four children, which lie side by side.
///
/// Four words share a cache line, so a level costs one miss and there are half as many levels as with two children.
struct WordHeap: Sendable {
    private var nodes: [HeapWord] = []

    var isEmpty: Bool { self.nodes.isEmpty }
    var count: Int { self.nodes.count }
    var first: HeapWord? { self.nodes.first }

    mutating func insert(_ new: HeapWord) {
        self.nodes.append(new)
        self.nodes.withUnsafeMutableBufferPointer { nodes in
            var hole = nodes.count - 1
            while hole > 0 {
                let parent = (hole - 1) / 4
                guard new.word < nodes[parent].word else { break }
                nodes[hole] = nodes[parent]
                hole = parent
            }
            nodes[hole] = new
        }
    }

    mutating func removeFirst() -> HeapWord? {
        guard let first = self.nodes.first, let last = self.nodes.popLast() else { return nil }
        guard !self.nodes.isEmpty else { return first }
        self.nodes.withUnsafeMutableBufferPointer { Self.sink(last, from: 0, $0) }
        return first
    }

    /// Forgets what is not wanted any more.
    mutating func keep(where isWanted: (HeapWord) -> Bool) {
        self.nodes.removeAll { !isWanted($0) }
        self.nodes.withUnsafeMutableBufferPointer { nodes in
            for node in stride(from: (nodes.count - 2) / 4, through: 0, by: -1) where nodes.count > 1 {
                Self.sink(nodes[node], from: node, nodes)
            }
        }
    }

    mutating func takeAll() -> [HeapWord] {
        defer { self.nodes = [] }
        return self.nodes
    }

    @inline(__always)
    private static func sink(_ word: HeapWord, from node: Int, _ nodes: UnsafeMutableBufferPointer<HeapWord>) {
        var hole = node
        while let child = Self.smallestChild(of: hole, nodes), nodes[child].word < word.word {
            nodes[hole] = nodes[child]
            hole = child
        }
        nodes[hole] = word
    }

    @inline(__always)
    private static func smallestChild(of node: Int, _ nodes: UnsafeMutableBufferPointer<HeapWord>) -> Int? {
        let start = 4 * node + 1
        guard start < nodes.count else { return nil }
        if start + 4 <= nodes.count {
            // Two pairs and then their winners: each comparison becomes a choice and no branch.
            let left = nodes[start + 1].word < nodes[start].word ? start + 1 : start
            let right = nodes[start + 3].word < nodes[start + 2].word ? start + 3 : start + 2
            return nodes[right].word < nodes[left].word ? right : left
        }
        var smallest = start
        for child in start + 1..<max(min(start + 4, nodes.count), start + 1)
        where nodes[child].word < nodes[smallest].word {
            smallest = child
        }
        return smallest
    }
}
