import BenchCorpus

/// Payloads prepared for measuring: one buffer with all of them in sequence, and each one in its own array.
struct PayloadSet {
    /// The number of readable bytes after the last payload, for readers that look ahead.
    static let padding = 64

    let name: String
    let samples: [SamplePayload]
    /// The payloads in separate arrays with padding, adjacent in memory as far as the allocator allows.
    let arrays: [[UInt8]]
    /// The same arrays, to be read in sequence.
    let borrowed: BorrowedPayloads
    let joined: [UInt8]
    let bounds: [Range<Int>]

    init(_ name: String, _ samples: [SamplePayload]) {
        self.name = name
        self.samples = samples
        self.arrays = samples.map { sample in
            [UInt8](unsafeUninitializedCapacity: sample.bytes.count + Self.padding) { buffer, count in
                (_, count) = buffer.initialize(from: sample.bytes)
                buffer[count...].initialize(repeating: 0)
            }
        }
        self.borrowed = BorrowedPayloads(self.arrays)
        var joined: [UInt8] = []
        var bounds: [Range<Int>] = []
        for sample in samples {
            bounds.append(joined.count..<joined.count + sample.bytes.count)
            joined += sample.bytes
        }
        self.joined = joined + Array(repeating: 0, count: Self.padding)
        self.bounds = bounds
    }

    var byteCount: Int { self.joined.count - Self.padding }

    func expected(_ question: Question) -> Int {
        self.samples.count { question.answer(of: $0) }
    }

    /// Returns all sets: the mixed corpus, a set with only background pushes, a set with only taps, and one set for
    /// each shape in the mixed corpus.
    static func all() -> [PayloadSet] {
        let mixed = Corpus.mixed()
        let shapes = PayloadShape.allCases.map { shape in
            PayloadSet(shape.rawValue, mixed.filter { $0.shape == shape })
        }
        return [
            PayloadSet("mixed", mixed), PayloadSet("background-89", Corpus.backgrounds()),
            PayloadSet("tap-171", Corpus.taps()),
        ] + shapes
    }
}

/// The question that a contender answers about each payload.
enum Question: String {
    case isSilent = "silent"
    case isTap = "a tap"

    /// Returns the correct answer, which the maker of the payload knows.
    func answer(of sample: SamplePayload) -> Bool {
        switch self {
        case .isSilent: sample.isSilent
        case .isTap: sample.isTap
        }
    }
}
