import Basics

/// One request of the client, from its submission to the end of its answer.
final class ClientRequest {
    private var outgoing: OutgoingBody
    private var status = 0
    private var headers = HeaderList()
    private var body: [UInt8] = []
    private var pieces: [Int] = []
    private var hasEnded = false
    private var completion: ((Result<ClientAnswer, ClientFailure>) -> Void)?

    init(_ body: [UInt8], _ completion: @escaping (Result<ClientAnswer, ClientFailure>) -> Void) {
        self.outgoing = OutgoingBody(body)
        self.completion = completion
    }

    func fill(_ buffer: UnsafeMutableRawBufferPointer, streamWindow: Int) -> HTTP2BodyPiece {
        self.outgoing.fill(buffer, streamWindow: streamWindow)
    }

    /// Adds a header.
    ///
    /// A status header begins a new answer, because interim answers may come first.
    func add(_ name: String, _ value: String) {
        if name == ":status" {
            self.status = Int(value) ?? 0
            self.headers = HeaderList()
        } else {
            self.headers.append(name, value)
        }
    }

    func add(_ bytes: UnsafeRawBufferPointer) { self.body.append(contentsOf: bytes) }

    func noteFrame(_ frame: HTTP2Frame) {
        if frame.kind == .data, frame.length > 0 { self.pieces.append(frame.length) }
        if frame.endsStream { self.hasEnded = true }
    }

    /// Ends the request because its stream is closed. The code does not matter after a complete answer.
    func close(_ code: UInt32) {
        if self.hasEnded, self.status >= 200 {
            self.end(
                .success(ClientAnswer(status: self.status, headers: self.headers, body: self.body, pieces: self.pieces))
            )
        } else {
            self.end(.failure(code == HTTP2Session.Code.refused.rawValue ? .notProcessed : .reset(code)))
        }
    }

    func end(_ result: Result<ClientAnswer, ClientFailure>) {
        let completion = self.completion
        self.completion = nil
        completion?(result)
    }
}
