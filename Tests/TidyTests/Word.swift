/// One identifier in a line of bare code, with what stands around it.
struct Word: Equatable {
    let text: String
    /// The identifier before the dot before this one, as `Task` is for `sleep` in `Task.sleep`.
    let owner: String?
    let isCalled: Bool

    init(_ text: String, owner: String? = nil, isCalled: Bool = false) {
        self.text = text
        self.owner = owner
        self.isCalled = isCalled
    }

    static func all(in line: String) -> [Word] {
        let bytes = Array(line.utf8)
        var words: [Word] = []
        var lastEnd = -1
        var at = 0
        while at < bytes.count {
            let end = at + bytes[at...].prefix(while: Self.isPart).count
            guard end > at else {
                at += 1
                continue
            }
            let follows = lastEnd >= 0 && at == lastEnd + 1 && bytes[lastEnd] == UInt8(ascii: ".")
            let isCalled = end < bytes.count && bytes[end] == UInt8(ascii: "(")
            let text = String(decoding: bytes[at..<end], as: UTF8.self)
            words.append(Word(text, owner: follows ? words.last?.text : nil, isCalled: isCalled))
            lastEnd = end
            at = end
        }
        return words
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }
}
