internal import Basics

/// The date and time at the start of a log line.
enum LogTime {
    /// Parses `2026-03-01 09:00:00.123456+0100` and its variants.
    ///
    /// There may be a T between date and time, and a blank before the zone. The zone may have a colon, or no minutes. A
    /// time without a zone is in UTC.
    static func instant(at line: [UInt8]) -> Instant? {
        guard line.count >= 19, line[10] == 0x20 || line[10] == 0x54 else { return nil }
        var text = Array(line[..<19])
        text[10] = 0x54
        var rest = line[19...].prefix(20)
        if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
            let digits = rest.dropFirst().prefix(while: ASCII.isDigit)
            text += [UInt8(ascii: ".")] + digits.prefix(9)
            rest = rest.dropFirst(1 + digits.count)
        }
        let zones = [Self.zone(rest), [UInt8(ascii: "Z")]].compactMap(\.self)
        return zones.lazy.compactMap { try? ISODate.instant(of: String(decoding: text + $0, as: UTF8.self)) }.first
    }

    /// Returns the zone. Returns nil if there is none. Two digits after a blank are not a zone.
    private static func zone(_ rest: ArraySlice<UInt8>) -> [UInt8]? {
        let isApart = rest.first == 0x20
        let rest = isApart ? rest.dropFirst() : rest
        guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let digits = rest.dropFirst().prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ":") }.filter(ASCII.isDigit)
        guard digits.count == 4 || digits.count == 2 && !isApart else { return nil }
        return [sign] + digits[..<2] + [UInt8(ascii: ":")] + (digits.count == 4 ? digits[2...] : [0x30, 0x30])
    }
}
