/// A parsed JSON text of any kind, read strictly and completely, or the first fault in it.
///
/// Repeated keys are valid JSON, so a document keeps them; check for repeats when you read a key.
package struct JSONDocument: Sendable {
    /// The outermost value.
    package let root: PayloadElement

    /// Reads `bytes`. Refuses a text of more than `limit` bytes.
    package init(_ bytes: [UInt8], limit: Int) throws(Fault) {
        precondition((0...Self.highestLimit).contains(limit), "offsets of a document have 32 bits")
        guard bytes.count <= limit else { throw Fault(.tooLarge, at: limit, in: bytes, limit: limit) }
        let drawing = bytes.span.withStopsAtAnyLength { stops, isUTF8 in
            var scanner = StrictScanner()
            return PayloadMap.draw(bytes, stops, isUTF8: isUTF8, with: &scanner)
        }
        if let fault = drawing.fault {
            throw Fault(fault.code, at: fault.offset, in: bytes, path: drawing.faultPath, limit: limit)
        }
        self.root = PayloadElement(map: drawing.map, index: 0)
    }

    /// The maximum limit of a document.
    package static var highestLimit: Int { Int(UInt32.max) / 2 }

    /// The reason why a text is not JSON, and the place of the fault. The codes are the same as in the payload's
    /// diagnostics.
    package struct Fault: Error, Hashable, Sendable {
        package let code: PayloadDiagnostic.Code
        /// The offset of the first wrong byte.
        package let offset: Int
        /// The line and column of the first wrong byte.
        package let position: TextPosition
        /// The path to the fault, such as `payload.rawContent`; empty for the whole text.
        package let path: String
        private let limit: Int

        init(_ code: PayloadDiagnostic.Code.Name, at offset: Int, in bytes: [UInt8], path: String = "", limit: Int) {
            self.code = PayloadDiagnostic.Code(code)
            self.offset = offset
            self.position = TextPosition(of: offset, in: bytes)
            self.path = path
            self.limit = limit
        }

        /// One sentence that says what is wrong.
        package var message: String {
            switch self.code.name {
            case .empty: "The text is empty."
            case .tooLarge: "The text is over the limit of \(self.limit) bytes."
            case .unexpectedEnd: "The text ends in the middle of a value."
            case .byteOrderMark: "The text starts with a byte-order mark."
            case .utf16: "The text is encoded as UTF-16 or UTF-32."
            case .comment: "The text contains a comment, which JSON does not allow."
            default: self.code.message
            }
        }
    }
}

extension PayloadElement {
    /// The path to this value, such as `payload.visualContent.title`; empty for the outermost value.
    package var path: String { self.map.path(to: self.index) }

    /// Returns the offset of each member with this key, in the order of the bytes; empty for a value that is not an
    /// object.
    package func offsets(ofKey name: StaticString) -> [Int] {
        var offsets: [Int] = []
        var members = self.map.members(of: self.index)
        while let key = members.nextKey(in: self.map) {
            if self.map.entries[key].token.names(name, in: self.map.bytes.span) {
                offsets.append(self.map.offset(of: key))
            }
        }
        return offsets
    }

    /// The keys that occur more than once in this object, in the order of their first occurrence.
    ///
    /// - Complexity: O(*n* log *n*) for *n* members, whatever their keys.
    package var repeatedKeys: [String] {
        let keys = (self.members ?? []).map { Array($0.key.utf8) }
        let order = keys.indices.sorted { left, right in
            if keys[left] == keys[right] { return left < right }
            return keys[left].lexicographicallyPrecedes(keys[right])
        }
        let firsts = order.indices.filter { place in
            let isFirst = place == 0 || keys[order[place - 1]] != keys[order[place]]
            return isFirst && place + 1 < order.count && keys[order[place]] == keys[order[place + 1]]
        }
        return firsts.map { order[$0] }.sorted().map { String(decoding: keys[$0], as: UTF8.self) }
    }
}
