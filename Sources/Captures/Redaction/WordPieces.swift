/// The pieces of secret words. One pass over a text finds all pieces.
///
/// A word of at least sixteen bytes is divided into pieces of sixteen bytes, so that it is found even if only its
/// beginning or end is shown. Shorter words are found as a whole. The shortest words are found only if no other letters
/// follow.
struct WordPieces {
    private static let longest = 16
    /// The minimum length for a match inside a longer word. Shorter texts may occur by chance.
    private static let leastWithin = 8
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The hash codes of all pieces of one length.
    private struct Level {
        let length: Int
        var codes: Set<UInt64> = []
        /// For each combination of ten bits, whether a hash code starts with these bits. This check is quick and
        /// excludes most places of a text.
        private var starts = [Bool](repeating: false, count: 1 << 10)

        init(_ length: Int) { self.length = length }

        mutating func insert(_ code: UInt64) {
            self.codes.insert(code)
            self.starts[Int(code >> 54)] = true
        }

        func contains(_ code: UInt64) -> Bool { self.starts[Int(code >> 54)] && self.codes.contains(code) }
    }

    private var levels: [Level] = []

    var isEmpty: Bool { self.levels.isEmpty }

    mutating func insert(_ word: [UInt8]) {
        guard !word.isEmpty else { return }
        let length = min(word.count, Self.longest)
        let known = self.levels.firstIndex { $0.length == length }
        if known == nil { self.levels.append(Level(length)) }
        let place = known ?? self.levels.count - 1
        for start in stride(from: 0, to: word.count - length + 1, by: length) {
            self.levels[place].insert(Self.code(of: word[start..<start + length]))
        }
        self.levels[place].insert(Self.code(of: word.suffix(length)))
    }

    /// Calls `found` with the range of each piece.
    func find(in text: [UInt8], _ found: (Range<Int>) -> Void) {
        for level in self.levels where level.length <= text.count {
            let length = level.length
            let top = (0..<length).reduce(1 as UInt64) { power, _ in power &* Self.factor }
            var code: UInt64 = 0
            for end in text.indices {
                code = code &* Self.factor &+ UInt64(text[end]) &+ 1
                if end >= length { code = code &- (UInt64(text[end - length]) &+ 1) &* top }
                guard end >= length - 1, level.contains(code) else { continue }
                let range = end - length + 1..<end + 1
                if length >= Self.leastWithin || Self.isWhole(range, in: text) { found(range) }
            }
        }
    }

    private static func code(of piece: ArraySlice<UInt8>) -> UInt64 {
        piece.reduce(0) { $0 &* Self.factor &+ UInt64($1) &+ 1 }
    }

    private static func isWhole(_ range: Range<Int>, in text: [UInt8]) -> Bool {
        let before = range.lowerBound > 0 ? text[range.lowerBound - 1] : 0x20
        let behind = range.upperBound < text.count ? text[range.upperBound] : 0x20
        return !Self.goesOn(before) && !Self.goesOn(behind)
    }

    private static func goesOn(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || byte >= 0x80
    }
}
