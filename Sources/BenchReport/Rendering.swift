/// Renders rows for humans and for machines.
package enum Rendering {
    /// Returns one JSON object, always with all of `metric`, `value`, `unit`, `reference`, `ratio`, `target` and `met`.
    package static func json(_ row: Row) -> String {
        let members: [(key: String, value: String)] = [
            ("metric", Self.quoted(row.metric)),
            ("value", row.value.map(Figure.text) ?? "null"),
            ("unit", Self.quoted(row.unit)),
            ("reference", row.reference.map(Self.quoted) ?? "null"),
            ("ratio", row.ratio.map(Figure.text) ?? "null"),
            ("target", row.target.map { Self.quoted($0.text) } ?? "null"),
            ("met", row.isMet.map { $0 ? "true" : "false" } ?? "null"),
        ]
        return "{" + members.map { key, value in "\"\(key)\":\(value)" }.joined(separator: ",") + "}"
    }

    /// Returns an aligned table with a heading.
    package static func table(_ rows: [Row]) -> [String] {
        let heading = ["metric", "value", "unit", "reference", "ratio", "target", "met"]
        let cells = [heading] + rows.map(Self.cells)
        let widths = heading.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { cells in
            let line = zip(cells, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return Self.isNumeric(column) ? space + cell.0 : cell.0 + space
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func isNumeric(_ column: Int) -> Bool { column == 1 || column == 4 }

    private static func cells(_ row: Row) -> [String] {
        [
            row.metric,
            row.value.map(Figure.text) ?? "-",
            row.unit,
            row.reference ?? "",
            row.ratio.map(Figure.text) ?? "",
            row.target?.text ?? "",
            row.isMet.map { $0 ? "yes" : "NO" } ?? "",
        ]
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
