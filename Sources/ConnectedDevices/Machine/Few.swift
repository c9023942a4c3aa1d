/// Usually one element, which then needs no memory of its own.
struct Few<Element> {
    private var first: Element?
    private var others: [Element] = []

    init() {}

    init(_ elements: some Sequence<Element>) { for element in elements { self.append(element) } }

    subscript(index: Int) -> Element {
        _read {
            if index == 0, self.first != nil { yield self.first! } else { yield self.others[index - 1] }
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

}

extension Few: RandomAccessCollection, MutableCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { self.first == nil ? 0 : 1 + self.others.count }
}

extension Few: Equatable where Element: Equatable {}
extension Few: Sendable where Element: Sendable {}
