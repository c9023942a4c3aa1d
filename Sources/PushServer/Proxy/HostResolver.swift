import Locking

/// Looks up hosts without blocking the loop. The lookups run on a few threads, which end when nothing is left to look
/// up.
///
/// Other threads use only `shared`.
// The lock protects the state that the threads use. All other state belongs to the loop's thread.
final class HostResolver: @unchecked Sendable {
    typealias Answer = Result<[SocketAddress], ServerError>

    private struct Question: Sendable {
        let number: Int
        let target: ProxyTarget
    }

    private struct Shared {
        var waiting: [Question] = []
        var threads = 0
    }

    private let inbox: LoopInbox
    private let shared = Lock(Shared())
    private var completions: [Int: (Answer) -> Void] = [:]
    private var count = 0

    static let mostThreads = 4

    init(_ inbox: LoopInbox) { self.inbox = inbox }

    /// Looks up a host, and calls back on the loop unless the lookup is cancelled.
    ///
    /// Returns a number for ``cancel(_:)``.
    func lookUp(_ target: ProxyTarget, _ completion: @escaping (Answer) -> Void) -> Int {
        self.count += 1
        self.completions[self.count] = completion
        let question = Question(number: self.count, target: target)
        let needsThread = self.shared.with { shared in
            shared.waiting.append(question)
            guard shared.threads < Self.mostThreads else { return false }
            shared.threads += 1
            return true
        }
        if needsThread, !System.startThread({ self.work() }) {
            // An existing thread answers the question, or the client's deadline ends it.
            self.shared.with { $0.threads -= 1 }
        }
        return self.count
    }

    func cancel(_ number: Int) {
        self.completions[number] = nil
        self.shared.with { $0.waiting.removeAll { $0.number == number } }
    }

    private func work() {
        while let question = self.next() {
            let answer: Answer
            do throws(ServerError) {
                let target = question.target
                answer = .success(try HostLookup.addresses(of: target.host, port: target.port))
            } catch {
                answer = .failure(error)
            }
            self.inbox.post { self.completions.removeValue(forKey: question.number)?(answer) }
        }
    }

    /// Returns the next question. If there is none, the thread ends.
    private func next() -> Question? {
        self.shared.with { shared in
            guard shared.waiting.isEmpty else { return shared.waiting.removeFirst() }
            shared.threads -= 1
            return nil
        }
    }
}
