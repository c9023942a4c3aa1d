/// A mark for each secret byte of a text.
struct TextMarks {
    private var isSecret: [Bool]

    init(_ count: Int) { self.isSecret = Array(repeating: false, count: count) }

    mutating func add(_ range: Range<Int>) { for place in range { self.isSecret[place] = true } }

    /// The marked ranges in order. No two of them are adjacent.
    var ranges: [Range<Int>] {
        var (ranges, start) = ([Range<Int>](), Int?.none)
        for place in self.isSecret.indices {
            if self.isSecret[place] {
                start = start ?? place
            } else if let first = start {
                ranges.append(first..<place)
                start = nil
            }
        }
        return start.map { ranges + [$0..<self.isSecret.count] } ?? ranges
    }

    /// Returns the text with `x` in place of secret bytes.
    func masking(_ text: [UInt8]) -> [UInt8] {
        zip(text, self.isSecret).map { $1 ? UInt8(ascii: "x") : $0 }
    }
}
