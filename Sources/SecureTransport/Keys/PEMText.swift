/// Reads the blocks of a PEM text strictly, and records the line of each fault.
struct PEMText {
    private(set) var blocks: [PEMBlock] = []
    /// The number of the first non-blank line that is outside the blocks and follows the first block.
    private(set) var trailingLine: Int?

    /// The maximum size: a certificate has about a thousand bytes, a bundle of all roots 300 thousand.
    static let sizeLimit = 1 << 20

    init(_ text: [UInt8]) throws(PEMFault) {
        guard text.count <= Self.sizeLimit else {
            throw PEMFault(.tooLong, "the text has \(text.count) bytes; the limit is \(Self.sizeLimit)")
        }
        var open: OpenBlock?
        for (index, line) in Self.lines(of: text).enumerated() {
            let (number, boundary) = (index + 1, Boundary(line))
            if let boundary {
                if let block = open {
                    self.blocks.append(try block.closed(by: boundary, line: number))
                    open = nil
                } else {
                    open = try Self.opened(by: boundary, line: number)
                }
            } else if open != nil {
                // The block is changed in place, because a copy for each line would make long texts slow.
                try open?.take(line, number: number)
            } else if !self.blocks.isEmpty, !line.isEmpty, self.trailingLine == nil {
                self.trailingLine = number
            }
        }
        if let open {
            throw PEMFault(
                .unfinished, line: open.line, "the block that begins here has no '-----END': the text is cut off")
        }
        guard !self.blocks.isEmpty else {
            throw PEMFault(.noBlock, "no line begins with '-----BEGIN', so this is not PEM; convert DER or JSON to PEM")
        }
    }

    /// Splits the text into lines. They end in LF or CRLF; blanks at either end and a byte-order mark are skipped.
    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text[3...] : text[...]
        return body.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
            guard let first = line.firstIndex(where: { !isBlank($0) }),
                let last = line.lastIndex(where: { !isBlank($0) })
            else { return [] }
            return line[first...last]
        }
    }

    private static func opened(by boundary: Boundary, line: Int) throws(PEMFault) -> OpenBlock {
        switch boundary {
        case .begin(let label): return OpenBlock(label: label, line: line)
        case .end: throw PEMFault(.badBoundary, line: line, "there is '-----END' without '-----BEGIN' before it")
        case .bad:
            throw PEMFault(.badBoundary, line: line, "invalid boundary: the line must be exactly '-----BEGIN …-----'")
        case .escaped:
            throw PEMFault(
                .escapedLineEnds, line: line,
                "the line ends are written as a backslash and an n; replace them with real line ends")
        }
    }
}

/// A line that begins with five dashes.
private enum Boundary {
    case begin(ArraySlice<UInt8>)
    case end(ArraySlice<UInt8>)
    case escaped
    case bad

    init?(_ line: ArraySlice<UInt8>) {
        guard line.starts(with: "-----".utf8) else { return nil }
        if line.indices.dropLast().contains(where: { line[$0] == 0x5C && line[$0 + 1] == UInt8(ascii: "n") }) {
            self = .escaped
        } else if let label = Self.label(of: line, behind: "-----BEGIN ") {
            self = .begin(label)
        } else if let label = Self.label(of: line, behind: "-----END ") {
            self = .end(label)
        } else {
            self = .bad
        }
    }

    /// Returns the text between `word` and the dashes at the end of the line. Returns nil if the line has another form.
    private static func label(of line: ArraySlice<UInt8>, behind word: StaticString) -> ArraySlice<UInt8>? {
        let word = word.withUTF8Buffer { Array($0) }
        guard line.starts(with: word), line.count >= word.count + 5, line.suffix(5).elementsEqual("-----".utf8) else {
            return nil
        }
        let label = line.dropFirst(word.count).dropLast(5)
        let hasDashes = zip(label, label.dropFirst()).contains { $0 == 0x2D && $1 == 0x2D }
        return hasDashes ? nil : label
    }
}

/// A block whose end was not read yet.
private struct OpenBlock {
    let label: ArraySlice<UInt8>
    let line: Int
    private var text: [UInt8] = []
    private var isEncrypted = false
    /// Whether headers are being read. By RFC 1421 they come first and end with an empty line.
    private var isInHeaders = false
    private var lastLine: Int

    init(label: ArraySlice<UInt8>, line: Int) {
        (self.label, self.line, self.lastLine) = (label, line, line)
    }

    mutating func take(_ line: ArraySlice<UInt8>, number: Int) throws(PEMFault) {
        if self.isInHeaders || (self.text.isEmpty && line.contains(UInt8(ascii: ":"))) {
            self.isInHeaders = !line.isEmpty
            if line.starts(with: "Proc-Type:".utf8), line.suffix(9).elementsEqual("ENCRYPTED".utf8) {
                self.isEncrypted = true
            }
            return
        }
        guard line.allSatisfy({ Base64Text.isDigit($0) || $0 == Base64Text.padding }) else {
            throw PEMFault(.badBase64, line: number, "the line has a character that is not base64")
        }
        guard line.isEmpty || self.text.last != Base64Text.padding else {
            throw PEMFault(.badBase64, line: number, "there is base64 after the padding")
        }
        self.text += line
        if !line.isEmpty { self.lastLine = number }
    }

    func closed(by boundary: Boundary, line: Int) throws(PEMFault) -> PEMBlock {
        guard case .end(let label) = boundary, label.elementsEqual(self.label) else {
            throw PEMFault(.badBoundary, line: line, "the block from line \(self.line) must end with its own name")
        }
        guard !self.text.isEmpty else {
            throw PEMFault(.empty, line: line, "the block is empty")
        }
        guard self.text.count.isMultiple(of: 4) else {
            throw PEMFault(
                .truncatedBase64, line: self.lastLine,
                "the base64 is cut off: its last group has \(self.text.count % 4) of 4 characters")
        }
        guard let bytes = Base64Text.decoded(self.text) else {
            throw PEMFault(.badBase64, line: self.lastLine, "the last characters of the base64 are not valid")
        }
        return PEMBlock(
            label: PEMBlock.Label(rawValue: String(decoding: self.label, as: UTF8.self)), bytes: bytes,
            line: self.line, isEncrypted: self.isEncrypted)
    }
}
