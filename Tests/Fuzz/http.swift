import Basics
@testable import PushServer

/// However the bytes of a client are cut into pieces, they are told apart, framed and counted in the same way.
func fuzzHTTP(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = FuzzInput(start, count).array
    sniff(bytes)
    compareClocks(bytes)
    compareSessions(bytes)
    return 0
}

/// Calls back with one piece after the other, whose sizes come from the bytes themselves.
private func cut(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    var place = 0
    while place < bytes.count {
        let size = min(bytes.count - place, Int(bytes[place] % 13) + 1)
        bytes[place..<place + size].withUnsafeBytes(body)
        place += size
    }
}

/// The first bytes of a connection lead to one verdict, and none is lost.
private func sniff(_ bytes: [UInt8]) {
    var (whole, pieces) = (ProtocolSniffer(), ProtocolSniffer())
    let verdict = bytes.withUnsafeBytes { whole.take($0) }
    var (other, taken) = (ProtocolSniffer.Verdict?.none, 0)
    cut(bytes) { piece in
        guard other == nil else { return }
        other = pieces.take(piece)
        taken += piece.count
    }
    // Nothing is no protocol, and nothing comes of no bytes.
    holds(verdict == other || bytes.isEmpty, "pieces change the protocol")
    holds(pieces.bytes.elementsEqual(bytes[..<taken]), "the sniffer lost a byte")
}

/// The part of a request over HTTP/1.1 that the client owes is the same for one piece and for many.
private func compareClocks(_ bytes: [UInt8]) {
    var (whole, pieces) = (RequestClock(), RequestClock())
    bytes.withUnsafeBytes { if !$0.isEmpty { whole.receive($0, at: .zero) } }
    cut(bytes) { pieces.receive($0, at: .zero) }
    holds(whole.phase == pieces.phase, "pieces change the part of a request: \(whole.phase), \(pieces.phase)")
    whole.requestArrived()
    holds(whole.phase == .busy, "a request that is here is not being answered")
    whole.answered(at: .zero)
    holds(whole.phase == .idle, "after an answer without a next request something is owed")
}

/// A session reports the same for one piece and for many, after the preface that a client would have sent.
private func compareSessions(_ bytes: [UInt8]) {
    let all = bytes.starts(with: ProtocolSniffer.preface) ? bytes : ProtocolSniffer.preface + bytes
    let (whole, pieces) = (SessionLog(), SessionLog())
    all.withUnsafeBytes { whole.receive($0) }
    cut(all) { pieces.receive($0) }
    // After its goodbye, a session may also break at bytes that it ignores. An answer that is sent between two pieces
    // closes its stream, and what follows is judged by that.
    holds(
        (whole.flaw == nil || pieces.isOver) && (pieces.flaw == nil || whole.isOver),
        "pieces change the end: \(whole.flaw ?? "-"), \(pieces.flaw ?? "-")")
}
