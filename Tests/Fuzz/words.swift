@testable import LabCommand

/// Any words make a request or a complaint in one piece; one input is one word a line.
func fuzzWords(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let words = input.array.split(separator: 0x0A, omittingEmptySubsequences: false).map { RawText(bytes: Array($0)) }
    do throws(UsageError) {
        let request = try Request(words: words)
        holds(request == (try? Request(words: words)), "the same words make another request")
    } catch {
        let lines = error.text.split(separator: "\n", omittingEmptySubsequences: false)
        holds(error.text.hasPrefix("shouldertap: ") && lines.count == 3, "a complaint of \(lines.count - 1) lines")
        holds(
            error.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 },
            "a complaint that can steer a terminal")
    }
    return 0
}
