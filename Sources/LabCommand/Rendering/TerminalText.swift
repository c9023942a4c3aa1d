/// Text that is safe for a terminal. Characters that could move the cursor, hide text or change colours are escaped.
/// Workflow commands of GitHub are escaped too.
enum TerminalText {
    /// The text on the screen for one scalar or stray byte.
    struct Cell: Equatable {
        let text: String
        let width: Int
        /// The offset in the bytes.
        let offset: Int
    }

    static func cells(of bytes: ArraySlice<UInt8>) -> [Cell] {
        var cells: [Cell] = []
        cells.reserveCapacity(bytes.count)
        var reader = ScalarReader(bytes)
        var offset = reader.offset
        while let piece = reader.next() {
            cells.append(self.cell(of: piece, at: offset))
            offset = reader.offset
        }
        return cells
    }

    static func escaped(_ text: String) -> String { self.escaped(RawText(text)) }

    static func escaped(_ text: RawText) -> String {
        // Nearly all text is plain, and millions of rows may be printed. So plain text is checked first.
        let isPlain = text.bytes.allSatisfy { 0x20..<0x7F ~= $0 }
        let shown =
            isPlain
            ? text.text
            : self.cells(of: text.bytes[...]).reduce(into: "") { $0 += $1.text }
        return self.withoutCommands(shown)
    }

    /// Escapes workflow commands. `::` is a command at the start of a line, possibly after spaces. `##[` is a command
    /// anywhere.
    private static func withoutCommands(_ text: String) -> String {
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        let isCommand = start.starts(with: "::".unicodeScalars)
        guard isCommand || text.utf8.contains(UInt8(ascii: "#")) else { return text }
        var safe = String.UnicodeScalarView()
        for place in text.unicodeScalars.indices {
            if isCommand && place == start.startIndex
                || text.unicodeScalars[place...].starts(with: "##[".unicodeScalars)
            {
                safe += self.hexEscape(text.unicodeScalars[place]).unicodeScalars
            } else {
                safe.append(text.unicodeScalars[place])
            }
        }
        return String(safe)
    }

    /// Returns the number of columns of escaped text.
    static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + self.columns(of: $1) }
    }

    /// Pads a text with spaces to a width.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - self.width(text)))
    }

    private static func cell(of piece: ScalarReader.Piece, at offset: Int) -> Cell {
        switch piece {
        case .stray(let byte):
            return Cell(text: "\\x\(self.hex(UInt32(byte)))", width: 4, offset: offset)
        case .scalar(let scalar) where self.isUnsafe(scalar):
            let text = self.escape(scalar)
            return Cell(text: text, width: text.utf8.count, offset: offset)
        case .scalar(let scalar):
            return Cell(text: String(Character(scalar)), width: self.columns(of: scalar), offset: offset)
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default:
            scalar.value < 0x20 || scalar.value == 0x7F
                ? self.hexEscape(scalar) : "\\u{\(self.hex(scalar.value))}"
        }
    }

    private static func hexEscape(_ scalar: Unicode.Scalar) -> String { "\\x\(self.hex(scalar.value))" }

    private static func hex(_ value: UInt32) -> String {
        (value < 0x10 ? "0" : "") + String(value, radix: 16, uppercase: true)
    }

    /// Whether a scalar is unassigned, a control, a line separator, or a format character such as a bidi override.
    static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: false
        }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return self.wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// The blocks that terminals draw two columns wide: East Asian scripts and emoji.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
        0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
        0xFFE0...0xFFE6, 0x1F004...0x1F004, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F64F,
        0x1F680...0x1F6FF, 0x1F7E0...0x1F7EB, 0x1F90C...0x1FAFF, 0x20000...0x3FFFD,
    ]
}
