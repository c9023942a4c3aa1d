import Basics

/// The seeds that a test explores: the range in the test's call, or the single seed in the environment.
enum ChosenSeeds {
    static func range(of seeds: Int, environment word: String?) throws -> ClosedRange<UInt64> {
        guard let word else {
            guard seeds > 0 else {
                throw SeedRefusal("'seeds' is \(seeds), so nothing would run; use at least one seed")
            }
            return 1...UInt64(seeds)
        }
        guard let seed = SeedWord.seed(word) else {
            throw SeedRefusal(
                "SHOULDERTAP_SEED is '\(word)'; use a number, in decimal or as 0x and hex digits, or a commit id"
            )
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
        "seed \(self.seed) gave two histories; take time and random numbers only from the lab, in app and test"
    }
}
