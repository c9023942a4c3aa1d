/// The speed at which the pushes of a capture follow one another in virtual time.
package enum ReplaySpeed: Equatable, Sendable {
    /// The next push is sent as soon as the lab has settled after the previous one.
    case max
    /// A factor in thousandths of the recorded speed. For example, 10,000 shortens a gap of ten seconds to one second.
    case thousandths(Int64)

    static let meaning = "max, recorded, or a factor such as 10x"

    init?(_ word: String) {
        switch word {
        case "max": self = .max
        case "recorded": self = .thousandths(1_000)
        default:
            guard word.hasSuffix("x") else { return nil }
            let parts = word.dropLast().split(separator: ".", omittingEmptySubsequences: false)
            guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { "0"..."9" ~= $0 } }),
                parts[0].count <= 6, parts.count == 1 || parts[1].count <= 3
            else { return nil }
            let fraction = parts.count == 1 ? "000" : parts[1] + String(repeating: "0", count: 3 - parts[1].count)
            guard let number = Int64(parts[0] + fraction), number > 0 else { return nil }
            self = .thousandths(number)
        }
    }

    /// The speed, as written in the command-line option.
    var words: String {
        switch self {
        case .max: return "max"
        case .thousandths(1_000): return "recorded"
        case .thousandths(let number):
            let fraction = number % 1_000
            let digits = String(1_000 + fraction).dropFirst()
            return fraction == 0 ? "\(number / 1_000)x" : "\(number / 1_000).\(digits)x"
        }
    }
}

/// The percentages of taps that are lost or duplicated.
package struct TapHazards: Equatable, Sendable {
    static let meaning = "such as lost=10,doubled=5, of a hundred taps"

    var lost = 0
    var doubled = 0

    package init() {}

    init?(_ word: String) {
        for part in word.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, sides[1].allSatisfy({ "0"..."9" ~= $0 }), let share = Int(sides[1]), share <= 100
            else { return nil }
            switch sides[0] {
            case "lost": self.lost = share
            case "doubled": self.doubled = share
            default: return nil
            }
        }
    }

    var words: String { "lost=\(self.lost),doubled=\(self.doubled)" }
}
