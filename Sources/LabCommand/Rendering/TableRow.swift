import Basics
import ShoulderTap

/// A payload as one row of aligned columns.
struct TableRow {
    private static let sourceWidths = 16...48
    private static let kindWidth = 15
    private static let longestValue = 64
    private static let indent = "    "
    private static let leastRemark = 20

    private let styles: Styles
    /// The number of columns of the terminal. Nil if rows may have any length.
    private let width: Int?
    private var sourceWidth = Self.sourceWidths.lowerBound

    init(styles: Styles, width: Int? = nil) {
        self.styles = styles
        self.width = width
    }

    /// Rows for standard output. On a terminal, they are no wider than the terminal. In a pipe, each row is one line.
    static var ofOutput: TableRow {
        let isTerminal = Platform.isTerminal(Platform.standardOutput)
        return TableRow(styles: .ofOutput, width: isTerminal ? Platform.columns(of: Platform.standardOutput) : nil)
    }

    /// Widens the column to make room for names in later rows.
    ///
    /// Rows that are already written do not change.
    mutating func makeRoom(for source: RawText, withLines: Bool) {
        let width = TerminalText.width(TerminalText.escaped(source)) + (withLines ? 5 : 0)
        self.sourceWidth = max(self.sourceWidth, min(width, Self.sourceWidths.upperBound))
    }

    func render(_ report: PayloadReport) -> String {
        let source = TerminalText.padded(report.place, to: self.sourceWidth)
        let kind = self.styles.kind(report.kind, TerminalText.padded(report.kind.words, to: Self.kindWidth))
        let remark = self.remark(on: report)
        return self.row(
            "\(source)  \(kind)", width: TerminalText.width(source) + 2 + Self.kindWidth, remark)
    }

    func render(_ miss: Miss) -> String {
        let source = TerminalText.padded(miss.place, to: self.sourceWidth)
        return self.row(source, width: TerminalText.width(source), TerminalText.escaped(miss.text))
    }

    /// Formats a row. If the remark is too long for the line, it is put below the start of the row, on as many lines as
    /// it needs.
    private func row(_ start: String, width: Int, _ remark: String) -> String {
        guard let room = self.width, width + 2 + TerminalText.width(remark) > room else {
            return "\(start)  \(remark)\n"
        }
        let lines = Paragraph.lines(of: remark, width: max(room - Self.indent.count, Self.leastRemark))
        return start + "\n" + lines.map { "\(Self.indent)\($0)\n" }.joined()
    }

    private func remark(on report: PayloadReport) -> String {
        guard let tap = report.tap else { return Reason.phrase(for: report) }
        let fields = [("host", tap.host), ("subscription", tap.subscription), ("head", tap.head)]
        let known = fields.compactMap { name, value in value.map { "\(name)=\(Self.shown($0))" } }
        return known.joined(separator: " ") + "   \(report.byteCount) bytes"
    }

    /// Formats a value. Quotes it if it could be read as two values, and shortens it if it is too long.
    private static func shown(_ value: String) -> String {
        guard value.unicodeScalars.contains(where: self.needsQuotes) else { return self.cut(value) }
        let escaped = value.unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return "\"\(self.cut(escaped))\""
    }

    private static func needsQuotes(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "=" || scalar == "\"" || scalar == "\\"
    }

    private static func cut(_ value: String) -> String {
        let escaped = TerminalText.escaped(value)
        return escaped.count > Self.longestValue ? escaped.prefix(Self.longestValue - 1) + "…" : escaped
    }
}
