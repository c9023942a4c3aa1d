import Basics
import PushGateway
import ReferenceModels

/// The texts of device tokens.
extension AddressStory {
    /// Compares both ways to read a token with the rule: an even number of hex digits in upper or lower case, at most
    /// 2,000. Returns the first difference, or nil.
    static func problemOfTexts(_ die: inout RollingDie) -> String? {
        let length = die.pick([0, 1, 2, 63, 64, 65, 160, 1_998, 2_000, 2_001, 2_002])
        var text = String(String(repeating: Hex.text(of: die.next()), count: 130).prefix(length))
        switch die.below(4) {
        case 0: text = text.uppercased()
        case 1: text = text.prefix(length / 2) + text.dropFirst(length / 2).uppercased()
        default: break
        }
        let isOdd = length > 0 && die.below(4) == 0
        if isOdd { text = text.dropLast() + die.pick(["g", "G", " ", "-", "/"]) }
        let isToken = length > 0 && length.isMultiple(of: 2) && length <= 2_000 && !isOdd
        let expected = isToken ? text.lowercased() : nil
        for token in [DeviceToken(digits: text), DeviceToken(digits: Array(text.utf8))] where token?.text != expected {
            return "the text '\(text)' is read as the token \(token?.text ?? "none")"
        }
        return nil
    }
}
