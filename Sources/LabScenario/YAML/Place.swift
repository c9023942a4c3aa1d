/// Where something stands in a text, counted from one; columns are counted in characters, as editors do.
package struct Place: Hashable, Comparable, Sendable {
    /// 0 in the file of a scenario; those that it includes are counted in the order in which they are read.
    package private(set) var file = 0
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    static let start = Place(line: 1, column: 1)

    /// The place of a byte of a text.
    init(ofByte offset: Int, in bytes: some Collection<UInt8>) {
        let before = bytes.prefix(offset)
        let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        self.line = lines.count
        // What continues a character begins no column.
        self.column = (lines.last ?? before[...]).count { $0 & 0xC0 != 0x80 } + 1
    }

    func moved(to file: Int) -> Place {
        var place = self
        place.file = file
        return place
    }

    package static func < (left: Place, right: Place) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}

/// What is wrong with a file, where, and what to do about it.
package struct ScenarioFault: Error, Hashable, Comparable, Sendable {
    package let place: Place
    package let message: String
    /// The way to an included file from the folder of the scenario; nil in the scenario's own file.
    package var part: PartPath?

    package init(_ message: String, at place: Place) {
        self.message = message
        self.place = place
    }

    /// Earlier places first.
    package static func < (left: ScenarioFault, right: ScenarioFault) -> Bool {
        (left.place, left.message) < (right.place, right.message)
    }

    /// The fault as editors and people find it: `file:line:column: message`.
    package func text(in file: String) -> String {
        "\(file):\(self.place.line):\(self.place.column): \(self.message)"
    }
}
