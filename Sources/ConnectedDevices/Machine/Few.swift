/// Usually one element, which then needs no memory of its own.
struct Few<Element> {
    private var first: Element?
    private var others: [Element] = []

    init() {}

    init(_ elements: some Sequence<Element>) { for element in elements { self.append(element) } }

    var count: Int { self.first == nil ? 0 : 1 + self.others.count }
    var indices: Range<Int> { 0..<self.count }

    subscript(index: Int) -> Element {
        get {
            guard index == 0, let first = self.first else { return self.others[index - 1] }
            return first
        }
        _modify {
            if index == 0, self.first != nil { yield &self.first! } else { yield &self.others[index - 1] }
        }
    }

    mutating func append(_ element: Element) {
        if self.first == nil { self.first = element } else { self.others.append(element) }
    }

    mutating func remove(at index: Int) {
        if index > 0 {
            self.others.remove(at: index - 1)
        } else {
            self.first = self.others.isEmpty ? nil : self.others.removeFirst()
        }
    }

    func firstIndex(where isMeant: (Element) -> Bool) -> Int? { self.indices.first { isMeant(self[$0]) } }

    func map<Result>(_ transform: (Element) -> Result) -> [Result] { self.indices.map { transform(self[$0]) } }
}

extension Few: Equatable where Element: Equatable {}
extension Few: Sendable where Element: Sendable {}
