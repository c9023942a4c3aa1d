/// An event that lies too far ahead for a word of the near heap.
struct FarEvent: Sendable {
    var moment: Int64
    var ticket: UInt64
    var place: AgendaPlace

    func isBefore(_ other: FarEvent) -> Bool {
        self.moment == other.moment ? self.ticket < other.ticket : self.moment < other.moment
    }
}

/// A plain binary heap of the events far ahead: idle syncs, registrations and expiries, touched once in hours.
struct MomentHeap: Sendable {
    private var nodes: [FarEvent] = []

    var isEmpty: Bool { self.nodes.isEmpty }
    var count: Int { self.nodes.count }
    var first: FarEvent? { self.nodes.first }

    mutating func insert(_ event: FarEvent) {
        self.nodes.append(event)
        var child = self.nodes.count - 1
        while child > 0, self.nodes[child].isBefore(self.nodes[(child - 1) / 2]) {
            self.nodes.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() -> FarEvent? {
        guard let first = self.nodes.first, let last = self.nodes.popLast() else { return nil }
        guard !self.nodes.isEmpty else { return first }
        self.nodes[0] = last
        self.sink(0)
        return first
    }

    private mutating func sink(_ node: Int) {
        var parent = node
        while true {
            let children = 2 * parent + 1..<min(2 * parent + 3, max(self.nodes.count, 2 * parent + 1))
            guard let child = children.min(by: { self.nodes[$0].isBefore(self.nodes[$1]) }),
                self.nodes[child].isBefore(self.nodes[parent])
            else { return }
            self.nodes.swapAt(parent, child)
            parent = child
        }
    }

    /// Forgets what is not wanted any more.
    mutating func keep(where isWanted: (FarEvent) -> Bool) {
        self.nodes.removeAll { !isWanted($0) }
        for node in (0..<self.nodes.count / 2).reversed() { self.sink(node) }
    }

    mutating func takeAll() -> [FarEvent] {
        defer { self.nodes = [] }
        return self.nodes
    }
}
