import ShoulderTap
import TestSupport
import Testing

/// The library against the slow and obvious reference, on payloads that are almost right.
///
/// `SHOULDERTAP_MUTATIONS` says how many, `SHOULDERTAP_MUTATION_SEED` which, `SHOULDERTAP_FIRST` where to start.
/// A trap ends the process before it can be reported: halve the range with the last two until one mutant is left.
@Suite("Differential test against the reference")
struct DifferentialTests {
    private static let lanes = 8
    private static let count = Environment.number("SHOULDERTAP_MUTATIONS") ?? 20_000
    private static let seed = UInt64(Environment.number("SHOULDERTAP_MUTATION_SEED") ?? 1)
    private static let first = Environment.number("SHOULDERTAP_FIRST") ?? 0

    /// The hand-made tables, and the project's fixtures.
    private static let corpus: [[UInt8]] = {
        let folder = ProjectFiles.fixtures("Payloads")
        let fixtures = ProjectFiles.tree(under: folder).compactMap { ProjectFiles.bytes(folder + "/" + $0) }
        return KnownPayload.all.map(\.bytes).filter { $0.count < 6000 } + fixtures.filter { $0.count < 6000 }
    }()

    @Test("Library and reference agree on every mutant", arguments: 0..<lanes)
    func agreement(lane: Int) {
        let mutator = Mutator(corpus: Self.corpus, seed: Self.seed)
        let start = Self.first + Self.count * lane / Self.lanes
        let end = Self.first + Self.count * (lane + 1) / Self.lanes
        var reached = start
        var failures = 0
        var kinds: [String: Int] = [:]
        for iteration in start..<end {
            let bytes = mutator.mutant(iteration)
            reached = iteration + 1
            let reference = ReferenceVerdict(bytes)
            kinds[reference.strict, default: 0] += 1
            let differences = Comparison.differences(bytes, reference)
            if differences.isEmpty { continue }
            Self.report(iteration, bytes, differences)
            failures += 1
            if failures == 3 { break }
        }
        let tally = kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        print("differential: seed \(Self.seed), mutants \(start)..<\(reached): \(tally)")
    }

    /// Everything needed to see, and to repeat, one disagreement.
    private static func report(_ iteration: Int, _ bytes: [UInt8], _ differences: [String]) {
        let smallest = Reducer.reduce(bytes) { !Comparison.differences($0).isEmpty }
        Issue.record(
            """
            seed \(Self.seed), iteration \(iteration), \(bytes.count) bytes:
            \(differences.map { "  " + $0 }.joined(separator: "\n"))
            bytes: printf '%b' '\(escapedForShell(bytes))'
            cut down to \(smallest.count) bytes: printf '%b' '\(escapedForShell(smallest))'
            \(Comparison.differences(smallest).map { "  " + $0 }.joined(separator: "\n"))
            repeat: SHOULDERTAP_MUTATION_SEED=\(Self.seed) SHOULDERTAP_FIRST=\(iteration) SHOULDERTAP_MUTATIONS=1 \
            swift test --filter DifferentialTests
            """)
    }
}

@Suite("The parts of the differential test")
struct MutatorTests {
    private static let corpus = KnownPayload.all.map(\.bytes).filter { $0.count < 6000 }

    @Test("Mutants reach every kind in both modes, and most of them are still JSON to some reader")
    func reach() {
        let mutator = Mutator(corpus: Self.corpus, seed: 1)
        let verdicts = (0..<4000).map { ReferenceVerdict(mutator.mutant($0)) }
        let spellings = Set(PayloadKind.all.map(\.description))
        #expect(Set(verdicts.map(\.strict)) == spellings)
        #expect(Set(verdicts.map(\.lenient)) == spellings)
        #expect(verdicts.count { $0.lenient != "malformed" } > 1600)
        #expect(verdicts.count { $0.isTap } > 100)
        #expect(verdicts.count { $0.strict != $0.lenient } > 200)
    }

    @Test("The same seed and iteration make the same mutant, in any order; another seed makes others")
    func repeats() {
        let mutator = Mutator(corpus: Self.corpus, seed: 7)
        let forwards = (0..<200).map { mutator.mutant($0) }
        let again = Mutator(corpus: Self.corpus, seed: 7)
        let backwards = (0..<200).reversed().map { again.mutant($0) }
        #expect(forwards == backwards.reversed())
        let another = Mutator(corpus: Self.corpus, seed: 8)
        let others = (0..<200).map { another.mutant($0) }
        #expect(zip(forwards, others).count { $0 == $1 } < 20)
    }

    @Test("The random numbers are those of SplitMix64")
    func dice() {
        var dice = SeededDice(seed: 1_234_567)
        #expect(
            (0..<3).map { _ in dice.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
    }

    @Test("A failing input is reduced to the failing part")
    func reduction() {
        let bytes = Array("lorem ipsum X dolor sit Y amet".utf8)
        let smallest = Reducer.reduce(bytes) { $0.contains(UInt8(ascii: "X")) && $0.contains(UInt8(ascii: "Y")) }
        #expect(smallest == Array("XY".utf8))
    }

    @Test("Escaped bytes show what a terminal would hide")
    func escapes() {
        #expect(escapedForShell(Array("a'\\\u{0}é".utf8)) == #"a\x27\\\x00\xc3\xa9"#)
    }
}
