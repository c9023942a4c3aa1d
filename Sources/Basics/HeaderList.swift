/// The headers of a request or an answer in the order in which they were sent. Names are case-insensitive.
package struct HeaderList: Hashable, Sendable {
    package private(set) var fields: [Field]

    package init(_ fields: [Field] = []) { self.fields = fields }

    /// Reserves capacity for `count` fields.
    package mutating func reserve(_ count: Int) { self.fields.reserveCapacity(count) }

    package mutating func append(_ name: String, _ value: String) { self.fields.append(Field(name, value)) }

    /// The value of the first field with this name. Nil if there is no such field.
    package subscript(name: String) -> String? { self.fields.first { $0.hasName(name) }?.value }

    /// Returns the values of all fields with this name, in order.
    package func values(of name: String) -> [String] { self.fields.filter { $0.hasName(name) }.map(\.value) }

    package func count(of name: String) -> Int { self.fields.count { $0.hasName(name) } }

    package func contains(_ name: String) -> Bool { self.fields.contains { $0.hasName(name) } }

    /// Sets the value of a name and removes all other fields with this name. The field takes the place of the first
    /// field with this name. If there is no such field, appends it.
    package mutating func set(_ name: String, _ value: String) {
        guard let first = self.fields.firstIndex(where: { $0.hasName(name) }) else {
            self.append(name, value)
            return
        }
        self.fields[first].value = value
        let later = self.fields[(first + 1)...].filter { !$0.hasName(name) }
        self.fields.replaceSubrange((first + 1)..., with: later)
    }

    /// Removes all fields with a name, and returns their number.
    @discardableResult
    package mutating func remove(_ name: String) -> Int {
        let before = self.fields.count
        self.fields.removeAll { $0.hasName(name) }
        return before - self.fields.count
    }

    /// The names that occur more than once, as they were spelt the first time. They are in the order of their second
    /// occurrences.
    package var repeatedNames: [String] {
        var spellings: [[UInt8]: (name: String, count: Int)] = [:]
        var repeated: [String] = []
        for field in self.fields {
            let seen = spellings[field.canonicalName] ?? (field.name, 0)
            spellings[field.canonicalName] = (seen.name, seen.count + 1)
            if seen.count == 1 { repeated.append(seen.name) }
        }
        return repeated
    }

    /// The total size of all fields. `SETTINGS_MAX_HEADER_LIST_SIZE` of HTTP/2 limits it.
    package var size: Int { self.fields.reduce(0) { $0 + $1.size } }

    /// The first field that HTTP forbids, with the reason.
    package var firstFault: (field: Field, fault: HeaderFault)? {
        for field in self.fields {
            if let fault = field.fault { return (field, fault) }
        }
        return nil
    }
}

extension HeaderList: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field($0.0, $0.1) })
    }
}
