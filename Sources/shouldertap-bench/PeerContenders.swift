import BenchFoundationPeers
private import CSimdjsonPeer

/// One of Foundation's readers, on its own copies of a set's payloads.
struct FoundationContender: Contender {
    enum Way: String {
        case minimal = "JSONDecoder (minimal)"
        case full = "JSONDecoder (full struct)"
        case serialization = "JSONSerialization"
    }

    let way: Way
    let peers: FoundationPeers
    let question = Question.isSilent

    var name: String { self.way.rawValue }

    func answer(_ index: Int, in set: PayloadSet) -> Bool {
        switch self.way {
        case .minimal: self.peers.minimalSaysSilent(index)
        case .full: self.peers.fullSaysSilent(index)
        case .serialization: self.peers.serializationSaysSilent(index)
        }
    }

    func sweep(_ set: PayloadSet) -> Int {
        precondition(self.peers.count == set.samples.count, "the peers hold copies of another set")
        var silent = 0
        for index in 0..<self.peers.count where self.answer(index, in: set) { silent += 1 }
        return silent
    }
}

/// simdjson's DOM parser. It reads slices of one buffer or separate arrays, like the contender that it is compared
/// with.
final class SimdjsonContender: Contender {
    let name: String
    let question = Question.isSilent
    let readsArrays: Bool
    private let parser: UnsafeMutableRawPointer

    /// The version of simdjson, or the reason why it is not available.
    static var description: String { String(cString: simdjson_peer_description()) }

    /// Returns nil if the library was not available at build time.
    init?(readsArrays: Bool) {
        guard simdjson_peer_is_available(), let parser = simdjson_peer_make_parser(8192) else { return nil }
        precondition(simdjson_peer_padding() <= PayloadSet.padding, "a payload ends before its padding does")
        self.parser = parser
        self.readsArrays = readsArrays
        self.name = Self.description + (readsArrays ? ", arrays" : "")
    }

    deinit { simdjson_peer_free_parser(self.parser) }

    func answer(_ index: Int, in set: PayloadSet) -> Bool {
        guard !self.readsArrays else {
            return set.arrays[index].withUnsafeBufferPointer { bytes in
                simdjson_peer_is_silent(self.parser, bytes.baseAddress, bytes.count) == 1
            }
        }
        let range = set.bounds[index]
        return set.joined.withUnsafeBufferPointer { bytes in
            simdjson_peer_is_silent(self.parser, bytes.baseAddress! + range.lowerBound, range.count) == 1
        }
    }

    func sweep(_ set: PayloadSet) -> Int { self.readsArrays ? self.sweepArrays(set) : self.sweepJoined(set) }

    private func sweepJoined(_ set: PayloadSet) -> Int {
        let bounds = set.bounds.span
        let parser = self.parser
        return set.joined.withUnsafeBufferPointer { bytes in
            let first = bytes.baseAddress!
            var silent = 0
            for index in bounds.indices {
                let range = bounds[index]
                if simdjson_peer_is_silent(parser, first + range.lowerBound, range.count) == 1 { silent += 1 }
            }
            return silent
        }
    }

    private func sweepArrays(_ set: PayloadSet) -> Int {
        let shelf = set.borrowed.payloads
        let payloads = shelf.span
        let parser = self.parser
        var silent = 0
        for index in 0..<payloads.count {
            payloads[index].bytes.withUnsafeBufferPointer { bytes in
                if simdjson_peer_is_silent(parser, bytes.baseAddress, bytes.count) == 1 { silent += 1 }
            }
        }
        return silent
    }
}
