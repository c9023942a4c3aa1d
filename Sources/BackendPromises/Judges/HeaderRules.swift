import Basics

/// B8 and B9: the headers of background pushes, and of pushes that are harmful when they are late.
struct HeaderRules: Hashable, Sendable {
    private var findings: [BackendFinding] = []
    private var looks: [BackendPromise: Int] = [:]

    /// The highest expiration in seconds: the year 5138. A higher number is in milliseconds.
    private static let mostSeconds: Int64 = 100_000_000_000
    private static let callTypes: Set = ["voip", "pushtotalk"]

    mutating func take(_ push: SentPush) {
        // A refused push may be a deliberate test of the refusal.
        guard push.status != 400 else { return }
        self.judgeBackground(push)
        self.judgeExpiration(push)
    }

    private mutating func judgeBackground(_ push: SentPush) {
        // Topics with a suffix have their own push types and headers.
        let hasSuffix = push.headers.topic.map { TopicSuffix.ends($0) || Self.namesType($0) }
        guard push.isSilent, hasSuffix != true else { return }
        self.looks[.b8, default: 0] += 1
        var faults: [String] = []
        if push.headers.type != "background" {
            faults.append(push.headers.type.map { "'apns-push-type: \($0)'" } ?? "no 'apns-push-type'")
        }
        if push.headers.priority != "5", push.headers.priority != "1" {
            faults.append(push.headers.priority.map { "'apns-priority: \($0)'" } ?? "no 'apns-priority'")
        }
        guard !faults.isEmpty else { return }
        let words =
            "\(push.target): push \(push.number) only wakes the app, but has "
            + "\(faults.joined(separator: " and ")); send 'apns-push-type: background' and 'apns-priority: 5'"
        self.findings.append(BackendFinding(.b8, words, at: push.time))
    }

    private static let typeMark = Array(".push-type.".utf8)

    /// Whether a topic contains `.push-type.`, which introduces the name of a push type.
    private static func namesType(_ topic: String) -> Bool {
        let bytes = topic.utf8
        return bytes.indices.contains { bytes[$0...].starts(with: Self.typeMark) }
    }

    private mutating func judgeExpiration(_ push: SentPush) {
        let isCall = push.headers.type.map(Self.callTypes.contains) ?? false
        guard let text = push.headers.expiration else {
            guard isCall, let type = push.headers.type else { return }
            self.looks[.b9, default: 0] += 1
            let words =
                "\(push.target): push \(push.number) of type \(type) has no 'apns-expiration', so it may ring "
                + "days later; send 0 or a time in the next minutes"
            self.findings.append(BackendFinding(.b9, words, at: push.time))
            return
        }
        guard let seconds = Int64(text), seconds != 0 else { return }
        self.looks[.b9, default: 0] += 1
        guard seconds < push.time.seconds - 60 || seconds > Self.mostSeconds else { return }
        let fault = seconds > Self.mostSeconds ? "is in milliseconds" : "is in the past"
        let words =
            "\(push.target): push \(push.number) has 'apns-expiration: \(text)', which \(fault); send seconds "
            + "since 1970"
        self.findings.append(BackendFinding(.b9, words, at: push.time))
    }

    func judge(into verdict: inout BackendVerdict) {
        for promise in [BackendPromise.b8, .b9] { verdict.look(promise, times: self.looks[promise] ?? 0) }
        for finding in self.findings { verdict.add(finding) }
    }
}
