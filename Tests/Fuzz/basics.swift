import Basics

/// What comes from outside as text or as numbers is read or refused, and what was read comes back when it is written.
func fuzzBasics(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // Nothing here gets more interesting with length.
    let input = FuzzInput(start, min(count, 400))
    readCodes(input.array)
    readDate(input.text)
    readDuration(input.text)
    readHeaders(input.text)
    let words = numbers(in: input.array)
    writeTimes(words)
    draw(words)
    return 0
}

private func numbers(in bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: min(bytes.count, 64), by: 8).map { start in
        bytes[start...].prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

private func readCodes(_ bytes: [UInt8]) {
    if let decoded = Hex.bytes(of: bytes) {
        let lowercase = bytes.map(ASCII.lowercase)
        holds(Hex.text(of: decoded).utf8.elementsEqual(lowercase), "hexadecimal digits come back as others")
    }
    holds(Hex.bytes(of: Hex.text(of: bytes)) == bytes, "bytes do not come back from hexadecimal digits")

    let strict = Base64URL.bytes(of: bytes)
    let lenient = Base64URL.bytes(ofLenient: bytes)
    if let strict {
        holds(Base64URL.text(of: strict).utf8.elementsEqual(bytes), "base64url comes back as another text")
        holds(lenient == strict, "read leniently, base64url means something else")
    }
    if let lenient {
        let plain = bytes.filter { $0 != UInt8(ascii: "=") }.map { byte in
            byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
        }
        holds(Base64URL.text(of: lenient).utf8.elementsEqual(plain), "lenient base64 comes back as another text")
    }
    holds(Base64URL.bytes(of: Base64URL.text(of: bytes)) == bytes, "bytes do not come back from base64url")

    let key = KeyedHash(key: Array(bytes.prefix(16)))
    holds((key != nil) == (bytes.count >= 16), "a key of \(bytes.count) bytes")
    if let key { holds(key.longCode(of: bytes) == key.longCode(of: bytes[...]), "two codes of one message") }
}

private func readDate(_ text: String) {
    do throws(TextFault) {
        let instant = try ISODate.instant(of: text)
        let written = ISODate.text(of: instant)
        holds(written.utf8.count <= 27, "a date of four-digit years is written as \(written.utf8.count) bytes")
        let again = try ISODate.instant(of: written)
        holds(again == instant, "a date comes back as another")
    } catch {
        holds((0...text.utf8.count).contains(error.offset), "a date is wrong at \(error.offset) of \(text.utf8.count)")
    }
}

private func readDuration(_ text: String) {
    do throws(TextFault) {
        let interval = try Interval(duration: text)
        holds(interval >= .zero, "a duration is negative")
        let again = try Interval(duration: "\(interval)")
        holds(again == interval, "a duration comes back as another")
    } catch {
        holds((0...text.utf8.count).contains(error.offset), "a duration is wrong behind its end")
    }
}

private func readHeaders(_ text: String) {
    var list = HeaderList()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).prefix(12) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        list.append(String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
    }
    let bytes = list.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    holds(list.size == bytes + 32 * list.fields.count, "a list of headers has another size")
    for field in list.fields {
        let values = list.values(of: field.name)
        holds(values.count == list.count(of: field.name) && list[field.name] == values.first, "values are missing")
        let isRepeated = list.repeatedNames.contains { HeaderList.Field($0, "").hasName(field.name) }
        holds(isRepeated == (values.count > 1), "a name is repeated or is not")
        let text = Array(field.name.utf8) + Array(field.value.utf8)
        let isDangerous = text.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 }
        holds(field.fault != nil || !isDangerous, "a field that ends early is allowed")
    }
    guard let name = list.fields.last?.name else { return }
    list.set(name, "one")
    holds(list.values(of: name) == ["one"], "a name was set and has other values")
    holds(list.remove(name) == 1 && !list.contains(name), "a name was removed and is there")
}

private func writeTimes(_ words: [UInt64]) {
    for word in words {
        let number = Int64(bitPattern: word)
        let (instant, interval) = (Instant(microseconds: number), Interval(microseconds: number))
        let written = ISODate.text(of: instant, fraction: .digits(Int(word % 10)))
        holds(written.utf8.last == UInt8(ascii: "Z"), "a date without a zone")
        holds(CalendarDay(number: number / 86_400_000_000).number == number / 86_400_000_000, "a day is another day")
        holds(!interval.clockText.isEmpty, "a clock shows nothing")
        if number >= 0 { holds((try? Interval(duration: "\(interval)")) == interval, "an interval does not come back") }
        for unit in Interval.Unit.allCases {
            let product = number.multipliedReportingOverflow(by: unit.rawValue)
            let expected = product.overflow ? nil : product.partialValue
            holds(Interval(exactly: number, unit)?.microseconds == expected, "a count of units is another length")
        }
        holds(Instant(unixSeconds: number)?.seconds == (Instant(unixSeconds: number) == nil ? nil : number), "seconds")
    }
}

private func draw(_ words: [UInt64]) {
    guard words.count >= 2 else { return }
    for (bits, bound) in zip(words, words.dropFirst()) {
        let draw = Draw(bits: bits)
        if bound > 0 { holds(draw.below(bound) < bound, "a draw is not below its bound") }
        let (one, other) = (Int64(bitPattern: bits), Int64(bitPattern: bound))
        let range = min(one, other)...max(one, other)
        holds(range.contains(draw.within(range)), "a draw is outside of its range")
        let order = draw.permutation(of: Int(bound % 20))
        holds(order.sorted() == Array(0..<Int(bound % 20)), "an order lost something")
        let mean = Interval(microseconds: Int64(bound >> 1))
        let time = draw.exponential(mean: mean)
        holds(time >= .zero && time.microseconds / 45 <= mean.microseconds, "a time is negative or too long")
        if let odds = Odds(exactlyPartsPerMillion: bound % 1_000_001) {
            holds(!draw.happens(odds) || draw.happens(.always), "what happens at some odds does not always happen")
        }
    }
}
