/// A priority queue whose smallest element comes first. Equal elements leave in no defined order.
///
/// Each node has four adjacent children. If four elements share a cache line, each level costs one cache miss. The heap
/// has half as many levels as a heap with two children per node.
// Without `@usableFromInline` here, the importing module does not get the bodies and so cannot specialize them.
@usableFromInline
package struct Heap<Element: Comparable> {
    /// The nodes of the heap. No node is smaller than its parent.
    @usableFromInline
    var nodes: [Element] = []

    @inlinable
    package init() {}

    /// Creates a heap of elements in any order.
    @inlinable
    package init(_ elements: [Element]) {
        self.nodes = elements
        self.restoreOrder()
    }

    @inlinable
    package var isEmpty: Bool { self.nodes.isEmpty }

    @inlinable
    package var count: Int { self.nodes.count }

    /// The smallest element.
    @inlinable
    package var first: Element? { self.nodes.first }

    /// All elements. The smallest element comes first. The order of the other elements is not defined.
    @inlinable
    package var unordered: [Element] { self.nodes }

    @inlinable
    package mutating func insert(_ new: Element) {
        self.nodes.append(new)
        self.nodes.withUnsafeMutableBufferPointer { nodes in
            var hole = nodes.count - 1
            while hole > 0 {
                let parent = (hole - 1) / 4
                guard new < nodes[parent] else { break }
                nodes[hole] = nodes[parent]
                hole = parent
            }
            nodes[hole] = new
        }
    }

    /// Removes the smallest element. Returns nil if the heap is empty.
    @inlinable
    @discardableResult
    package mutating func removeFirst() -> Element? {
        guard let first = self.nodes.first, let last = self.nodes.popLast() else { return nil }
        guard !self.nodes.isEmpty else { return first }
        self.nodes.withUnsafeMutableBufferPointer { Self.sink(last, from: 0, $0) }
        return first
    }

    /// Keeps only the elements that fulfil a condition.
    @inlinable
    package mutating func keep(where isWanted: (Element) -> Bool) {
        self.nodes.removeAll { !isWanted($0) }
        self.restoreOrder()
    }

    /// Empties the heap and returns its elements in no defined order.
    @inlinable
    package mutating func takeAll() -> [Element] {
        defer { self.nodes = [] }
        return self.nodes
    }

    /// Returns the elements that fulfil a condition, in no defined order.
    ///
    /// The condition must be monotonic: if an element fulfils it, all smaller elements fulfil it too. If a node does
    /// not fulfil the condition, the search skips all nodes below it.
    @inlinable
    package func prefix(while isWanted: (Element) -> Bool) -> [Element] {
        var found: [Element] = []
        var open = [0]
        while let node = open.popLast() {
            guard node < self.nodes.count, isWanted(self.nodes[node]) else { continue }
            found.append(self.nodes[node])
            open.append(contentsOf: 4 * node + 1..<4 * node + 5)
        }
        return found
    }

    @inlinable
    mutating func restoreOrder() {
        guard self.nodes.count > 1 else { return }
        self.nodes.withUnsafeMutableBufferPointer { nodes in
            for node in stride(from: (nodes.count - 2) / 4, through: 0, by: -1) {
                Self.sink(nodes[node], from: node, nodes)
            }
        }
    }

    /// Puts an element into a hole. First moves smaller children up, which moves the hole down.
    @inlinable
    @inline(__always)
    static func sink(_ element: Element, from node: Int, _ nodes: UnsafeMutableBufferPointer<Element>) {
        var hole = node
        while let child = Self.smallestChild(of: hole, nodes), nodes[child] < element {
            nodes[hole] = nodes[child]
            hole = child
        }
        nodes[hole] = element
    }

    @inlinable
    @inline(__always)
    static func smallestChild(of node: Int, _ nodes: UnsafeMutableBufferPointer<Element>) -> Int? {
        let start = 4 * node + 1
        guard start < nodes.count else { return nil }
        if start + 4 <= nodes.count {
            // The code compares two pairs, and then the winners. In this form, the compiler turns each comparison into
            // a selection without a branch.
            let left = nodes[start + 1] < nodes[start] ? start + 1 : start
            let right = nodes[start + 3] < nodes[start + 2] ? start + 3 : start + 2
            return nodes[right] < nodes[left] ? right : left
        }
        var smallest = start
        for child in start + 1..<max(min(start + 4, nodes.count), start + 1) where nodes[child] < nodes[smallest] {
            smallest = child
        }
        return smallest
    }
}

extension Heap: Sendable where Element: Sendable {}
