/// Any JSON text, read as strictly as a payload and as a whole: the value it holds, or the first thing wrong with it.
///
/// Repeated keys are sound JSON, so a document keeps them; whoever reads a key asks whether it is repeated.
package struct JSONDocument: Sendable {
    /// The outermost value.
    package let root: PayloadElement

    /// Reads `bytes`, of which there may be `limit`.
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

    /// The highest limit that a document may have.
    package static var highestLimit: Int { Int(UInt32.max) / 2 }

    /// Why a text is no JSON, and where: in the words of the payload's diagnostics.
    package struct Fault: Error, Hashable, Sendable {
        package let code: PayloadDiagnostic.Code
        /// Offset of the first byte that cannot stand.
        package let offset: Int
        /// The place of that byte for people.
        package let position: TextPosition
        /// The keys that lead to it, such as `payload.rawContent`; empty for the whole text.
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
            case .comment: "The text holds a comment, which JSON does not have."
            default: self.code.message
            }
        }
    }
}

extension PayloadElement {
    /// The keys and places that lead here, such as `payload.visualContent.title`; empty for the outermost value.
    package var path: String { self.map.path(to: self.index) }

    /// Where each member with this key begins, in the order of the bytes; none for a value that is no object.
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

    /// Every key that stands in this object more than once, in the order of its first place.
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
