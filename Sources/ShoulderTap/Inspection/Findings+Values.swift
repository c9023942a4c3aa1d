extension Findings {
    /// Reports keys that occur twice in one object, and known keys that are written with escapes.
    mutating func inspectKeys() {
        var places: DecidingPlaces?  // created on demand: few payloads need it
        for object in self.map.entries.indices where self.map.entries[object].kind == .object {
            var sketch: UInt64 = 0  // a bit per key; only keys with the same bit are compared
            var members = self.map.members(of: object)
            while let key = members.nextKey(in: self.map) {
                let isPlain = self.map.entries[key].isPlain
                if !isPlain, self.isDeciding(key, in: object, &places) { self.add(.escapedKey, at: key) }
                let bit = isPlain ? self.sketchBit(of: key) : ~0
                if sketch & bit != 0, let first = self.firstKey(equalTo: key, in: object) {
                    let code: PayloadDiagnostic.Code.Name =
                        self.isDeciding(key, in: object, &places) ? .duplicateKey : .duplicateKeyIgnored
                    self.add(code, at: key, earlier: first)
                }
                sketch |= bit
            }
        }
    }

    /// Returns a word in which one of the 64 bits is set. The bit is computed from the length of a key and its first
    /// and last byte. A key with escapes may equal any other key, even a key with another bit.
    private func sketchBit(of key: Int) -> UInt64 {
        let token = self.map.entries[key].token
        guard token.count > 0 else { return 1 }
        let (first, last) = (self.map.bytes[token.start], self.map.bytes[token.end - 1])
        return 1 &<< UInt64(truncatingIfNeeded: token.count &* 7 &+ Int(first) &* 5 &+ Int(last))
    }

    /// Returns the first key of the object that equals `key` and comes before it.
    private func firstKey(equalTo key: Int, in object: Int) -> Int? {
        var members = self.map.members(of: object)
        while let other = members.nextKey(in: self.map), other < key {
            if self.areEqual(other, key) { return other }
        }
        return nil
    }

    private func isDeciding(_ key: Int, in object: Int, _ places: inout DecidingPlaces?) -> Bool {
        let known = places ?? DecidingPlaces(self.map)
        places = known
        let token = self.map.entries[key].token
        let bytes = self.map.bytes.span
        return switch known.place(of: object, in: self.map) {
        case .top: TopKey(token, in: bytes) != .other
        case .aps: ApsKey(token, in: bytes) != .other
        case .envelope: EnvelopeKey(token, in: bytes) != .other
        case .activity: token.names("id", in: bytes)
        case .elsewhere: false
        }
    }

    private func areEqual(_ left: Int, _ right: Int) -> Bool {
        let (left, right) = (self.map.entries[left].token, self.map.entries[right].token)
        let bytes = self.map.bytes.span
        guard left.isPlain, right.isPlain else {
            return left.string(in: bytes).utf8.elementsEqual(right.string(in: bytes).utf8)
        }
        guard left.count == right.count else { return false }
        for index in 0..<left.count where bytes[left.start + index] != bytes[right.start + index] { return false }
        return true
    }

    /// Inspects all strings and numbers that may be unusual.
    mutating func inspectScalars(from firstSuspect: Int) {
        for index in self.map.entries[firstSuspect...].indices where self.map.entries[index].isSuspect {
            let entry = self.map.entries[index]
            switch entry.kind {
            case .string: self.inspectString(index, entry)
            case .key: self.inspectEscapes(index, entry)
            case .number: self.inspectHugeNumber(index)
            case .object, .array, .literal: break
            }
        }
    }

    private mutating func inspectString(_ index: Int, _ entry: PayloadMap.Entry) {
        if !entry.isPlain { self.inspectEscapes(index, entry) }
        guard entry.end - entry.start >= 2 else { return }
        let first = self.map.bytes[Int(entry.start)]
        let last = self.map.bytes[Int(entry.end) - 1]
        let isBracketed =
            first == Ascii.openBrace && last == Ascii.closeBrace
            || first == Ascii.openBracket && last == Ascii.closeBracket
        if isBracketed, self.holdsJSON(entry) { self.add(.jsonInString, at: index) }
    }

    private mutating func inspectEscapes(_ index: Int, _ entry: PayloadMap.Entry) {
        if entry.token.escapesNUL(in: self.map.bytes.span) { self.add(.nulEscape, at: index) }
    }

    private func holdsJSON(_ entry: PayloadMap.Entry) -> Bool {
        let text = Array(entry.token.string(in: self.map.bytes.span).utf8)
        var scanner = StrictScanner()
        var nobody = NobodyVisitor()
        do throws(JSONFault) {
            try scanner.read(text.span, &nobody)
            return true
        } catch { return false }
    }

    private mutating func inspectHugeNumber(_ index: Int) {
        guard let number = PayloadElement(map: self.map, index: index).number else { return }
        let exact: Int64 = 1 << 53
        guard number.text.utf8.allSatisfy({ $0 == Ascii.minus || Ascii.isDigit($0) }) else {
            if number.double.isInfinite { self.add(.hugeNumber, at: index) }
            return
        }
        if let integer = number.int64 {
            if !(-exact...exact).contains(integer) { self.add(.bigInteger, at: index) }
        } else {
            self.add(number.uint64 != nil ? .bigInteger : .hugeNumber, at: index)
        }
    }
}
