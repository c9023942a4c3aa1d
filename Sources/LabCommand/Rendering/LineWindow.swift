/// The part of a payload's line that fits on the screen and includes a given byte.
struct LineWindow {
    private static let width = 68
    /// The number of columns that are shown to the left of the byte when the line is too long.
    private static let before = 24
    /// The maximum number of bytes on either side, more than any screen shows.
    private static let reach = 512

    private(set) var text = ""
    private var shown: [(offset: Int, column: Int)] = []
    /// The offsets and the column just after the last byte that is shown. If the line is shown to its end, the offsets
    /// are those of its line break. Otherwise there are no offsets.
    private var end: (offsets: Range<Int>, column: Int) = (0..<0, 0)

    init(around offset: Int, in payload: [UInt8]) {
        let start = payload[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let lineFeed = payload[offset...].firstIndex(of: 0x0A) ?? payload.count
        var end = lineFeed
        if end > max(start, offset), payload[end - 1] == 0x0D { end -= 1 }

        let from = Self.boundary(at: max(start, offset - Self.reach), in: payload)
        let to = Self.boundary(at: min(end, offset + Self.reach), in: payload)
        var cells = TerminalText.cells(of: payload[from..<max(from, to)])
        if from == start { Self.indentWithSpaces(&cells) }

        let isLong = from > start || to < end || cells.reduce(0) { $0 + $1.width } > Self.width
        let first = isLong ? Self.firstCell(of: cells, before: offset) : 0
        let isComplete = self.lay(cells[first...], isCut: first > 0 || from > start) && to == end
        if isComplete {
            self.end.offsets = end..<(lineFeed + 1)
        } else {
            self.text += "…"
        }
    }

    /// Returns the column of a byte on the screen. Returns nil for a byte that is not shown.
    func column(of offset: Int) -> Int? {
        if self.end.offsets.contains(offset) { return self.end.column }
        guard offset < self.end.offsets.lowerBound else { return nil }
        return self.shown.last { $0.offset <= offset }?.column
    }

    /// Puts the cells next to one another until the line is full. Returns whether all cells fit.
    private mutating func lay(_ cells: ArraySlice<TerminalText.Cell>, isCut: Bool) -> Bool {
        self.text = isCut ? "…" : ""
        var column = isCut ? 1 : 0
        for cell in cells {
            if column + cell.width > Self.width {
                self.end = (cell.offset..<cell.offset, column)
                return false
            }
            self.shown.append((cell.offset, column))
            self.text += cell.text
            column += cell.width
        }
        let behind = (cells.last?.offset ?? -1) + 1
        self.end = (behind..<behind, column)
        return true
    }

    private static func firstCell(of cells: [TerminalText.Cell], before offset: Int) -> Int {
        var first = cells.lastIndex { $0.offset <= offset } ?? 0
        var room = Self.before
        while first > 0, room >= cells[first - 1].width {
            first -= 1
            room -= cells[first].width
        }
        return first
    }

    /// Returns the index at which the Unicode scalar that contains a byte begins.
    private static func boundary(at index: Int, in payload: [UInt8]) -> Int {
        guard index < payload.count else { return index }
        var start = index
        while start > max(0, index - 3), UTF8.isContinuation(payload[start]) { start -= 1 }
        return UTF8.isContinuation(payload[start]) ? index : start
    }

    private static func indentWithSpaces(_ cells: inout [TerminalText.Cell]) {
        for index in cells.indices {
            switch cells[index].text {
            case " ": continue
            case "\\t": cells[index] = .init(text: "    ", width: 4, offset: cells[index].offset)
            default: return
            }
        }
    }
}
