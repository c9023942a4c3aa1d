/// Bytes as text for a terminal: paste it into `printf '%b' '…'` and the same bytes come out.
package func escapedForShell(_ bytes: [UInt8]) -> String {
    var text = ""
    for byte in bytes {
        switch byte {
        case UInt8(ascii: "\\"): text += #"\\"#
        case UInt8(ascii: "'"), 0x00...0x1F, 0x7F...0xFF:
            let digits = String(byte, radix: 16)
            text += #"\x"# + (digits.count < 2 ? "0" : "") + digits
        default: text.unicodeScalars.append(Unicode.Scalar(byte))
        }
    }
    return text
}
