/// The bytes of one execution, in the forms that the API takes.
///
/// `span` looks straight into the fuzzer's own buffer, which ends where the input ends: AddressSanitizer sees
/// a read of one byte too many.
struct FuzzInput {
    let buffer: UnsafeBufferPointer<UInt8>

    init(_ start: UnsafePointer<UInt8>, _ count: Int) { self.buffer = UnsafeBufferPointer(start: start, count: count) }

    var array: [UInt8] { Array(self.buffer) }

    /// Whatever the bytes are, as text: bytes that are no UTF-8 become replacement characters.
    var text: String { String(decoding: self.buffer, as: UTF8.self) }

    /// The lines of the text, in pairs of key and value.
    var map: [String: String] {
        let lines = self.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var map: [String: String] = [:]
        for index in stride(from: 0, to: lines.count - 1, by: 2) { map[lines[index]] = lines[index + 1] }
        return map
    }
}

/// Stops the run with a sentence; the fuzzer keeps the input.
func holds(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    guard !condition else { return }
    fatalError("the fuzzer found: " + sentence())
}
