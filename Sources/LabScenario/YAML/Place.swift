/// A position in a text, counted from one.
///
/// Columns are counted in characters, as editors do.
package struct Place: Hashable, Comparable, Sendable {
    /// The index of the file: 0 for the file of the scenario, and higher numbers for included files in the order in
    /// which they are read.
    package private(set) var file = 0
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    static let start = Place(line: 1, column: 1)

    /// Creates the place of the byte at an offset in a text.
    init(ofByte offset: Int, in bytes: some Collection<UInt8>) {
        let before = bytes.prefix(offset)
        let lines = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        self.line = lines.count
        // Continuation bytes of a character do not begin a column.
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

/// A fault in a scenario file: the place, the problem, and how to fix it.
package struct ScenarioFault: Error, Hashable, Comparable, Sendable {
    package let place: Place
    package let message: String
    /// The path of the included file that contains the fault, relative to the folder of the scenario.
    ///
    /// Nil if the fault is in the scenario's own file.
    package var part: PartPath?

    package init(_ message: String, at place: Place) {
        self.message = message
        self.place = place
    }

    /// Sorts faults by place.
    package static func < (left: ScenarioFault, right: ScenarioFault) -> Bool {
        (left.place, left.message) < (right.place, right.message)
    }

    /// Returns the fault in the form that editors recognise: `file:line:column: message`.
    package func text(in file: String) -> String {
        "\(file):\(self.place.line):\(self.place.column): \(self.message)"
    }
}
