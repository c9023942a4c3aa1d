import Basics

/// The seeds that a test explores: the range that it asks for, or the single one in the environment.
enum ChosenSeeds {
    static func range(of seeds: Int, environment word: String?) throws -> ClosedRange<UInt64> {
        guard let word else {
            guard seeds > 0 else { throw SeedRefusal("seeds: \(seeds) runs nothing; run at least one") }
            return 1...UInt64(seeds)
        }
        guard let seed = SeedWord.seed(word) else {
            throw SeedRefusal(
                "SHOULDERTAP_SEED is '\(word)'; it is a number, in digits or as 0x and hex digits, or a commit id")
        }
        return seed...seed
    }
}

/// A seed that cannot be run.
struct SeedRefusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A test or an app that is not deterministic: something outside the lab affects it.
struct Wavering: Error, CustomStringConvertible {
    let seed: UInt64

    var description: String {
        "seed \(self.seed) gave two histories; an app and a test take time and chance from the lab alone"
    }
}
