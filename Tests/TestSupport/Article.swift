/// One article of the documentation, as its text.
package struct Article {
    package let text: String

    /// The article of this name in the catalogue of a module, or nil when there is none.
    package init?(_ name: String, of module: String = "ShoulderTap") {
        guard let bytes = ProjectFiles.bytes(Self.folder(of: module) + "/" + name + ".md") else { return nil }
        self.text = String(decoding: bytes, as: UTF8.self)
    }

    package static func folder(of module: String = "ShoulderTap") -> String {
        ProjectFiles.root + "/Sources/\(module)/\(module).docc"
    }

    /// The lines of every fenced block in `language`; "" is a block that names none.
    package func blocks(of language: String) -> [[String]] {
        var blocks: [[String]] = []
        var fence: String?
        for line in lines(of: self.text) {
            if line.hasPrefix("```") {
                fence = fence == nil ? String(line.dropFirst(3)) : nil
                if fence == language { blocks.append([]) }
            } else if fence == language {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }

    /// The cells of every row of every table under the heading, without the rows that only name the columns.
    package func rows(under heading: String) -> [[String]] {
        var rows: [[String]] = []
        var isUnder = false
        var isBody = false
        for line in lines(of: self.text) {
            if line.hasPrefix("#") {
                // A heading of a lower rank belongs to the one above it.
                let isDeeper = line.prefix { $0 == "#" }.count > heading.prefix { $0 == "#" }.count
                isUnder = line == heading || isUnder && isDeeper
            }
            guard isUnder, line.hasPrefix("|") else {
                isBody = false
                continue
            }
            if isBody { rows.append(Self.cells(of: line)) }
            if line.hasPrefix("|---") { isBody = true }
        }
        return rows
    }

    private static func cells(of row: String) -> [String] {
        var cells = [""]
        var isEscaped = false
        for character in row.dropFirst().dropLast() {
            if character == "|", !isEscaped {
                cells.append("")
            } else {
                cells[cells.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return cells.map { cell in
            String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// A text as a cell spells it, so that nothing in it is taken for mark-up.
    package static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            if "\\|*_`<".contains(character) { escaped.append("\\") }
            escaped.append(character)
        }
    }

    /// The pieces of a cell that are set as code.
    package static func code(in cell: String) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
    }
}

/// The lines of a text; the last one need not end in a line feed.
package func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
