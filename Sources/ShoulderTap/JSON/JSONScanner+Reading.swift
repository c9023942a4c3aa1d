extension JSONScanner {
    /// Validates a whole text and reports everything in it to `visitor`.
    ///
    /// Throws the first fault in the text. If two faults are at the same byte, throws the one about invalid UTF-8.
    @inline(__always)
    mutating func read(_ bytes: Span<UInt8>, _ visitor: inout some JSONVisitor) throws(JSONFault) {
        try bytes.withStops { (stops, isUTF8) throws(JSONFault) in
            try self.read(bytes, stops, isUTF8: isUTF8, &visitor)
        }
    }

    /// Validates a whole text, whose stops (quotes, backslashes and control characters) were already found.
    @inline(__always)
    mutating func read(
        _ bytes: Span<UInt8>, _ stops: StopBits, isUTF8: Bool, _ visitor: inout some JSONVisitor
    ) throws(JSONFault) {
        do throws(JSONFault) {
            try self.read(bytes, stops, &visitor)
        } catch {
            throw isUTF8 ? error : Self.first(error, in: bytes)
        }
        if !isUTF8 { throw Self.first(nil, in: bytes) }
    }

    @inline(__always)
    private mutating func read(
        _ bytes: Span<UInt8>, _ stops: StopBits, _ visitor: inout some JSONVisitor
    ) throws(JSONFault) {
        let known = visitor.canonicalStart(bytes, stops)
        var start = known?.end ?? 0
        if known == nil {
            start = try self.blanks(bytes, from: self.start(bytes))
            guard start < bytes.count else { throw JSONFault(.empty, at: start) }
        }
        let end = try self.walk(
            bytes, stops, from: start, in: known?.open ?? OpenContainers(), isBehindValue: known != nil, &visitor)
        let rest = end < bytes.count ? try self.blanks(bytes, from: end) : end
        guard rest >= bytes.count else { throw JSONFault(.trailingBytes, at: rest) }
    }

    /// Validates the one value at `start` and returns its end. The surrounding text is known to be UTF-8.
    mutating func readValue(
        _ bytes: Span<UInt8>, from start: Int, _ visitor: inout some JSONVisitor
    ) throws(JSONFault) -> Int {
        try bytes.withStops { (stops, _) throws(JSONFault) in
            try self.walk(bytes, stops, from: start, in: OpenContainers(), isBehindValue: false, &visitor)
        }
    }

    @inline(never)
    private static func first(_ fault: JSONFault?, in bytes: Span<UInt8>) -> JSONFault {
        guard let wrong = bytes.utf8Fault() else {
            assertionFailure("the blocks found a fault in UTF-8 that its characters do not show")
            return fault ?? JSONFault(.utf8InvalidByte, at: 0)
        }
        guard let fault, fault.offset < wrong.offset || fault.code == .utf16 else { return wrong }
        return fault
    }
}
