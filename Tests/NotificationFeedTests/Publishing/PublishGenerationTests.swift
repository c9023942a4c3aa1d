import Basics
import FeedContract
import FeedTestSupport
import NotificationFeed
import ShoulderTap
import TestSupport
import Testing

@Suite("Publishing any input")
struct PublishGenerationTests {
    private static let statuses: Set<Int> = Set(PublishError.allCases.map(\.status)).union([201])

    /// What is wrong with the answer to some bytes; nil for a sound one.
    private static func flaw(in answer: PublishAnswer) -> String? {
        guard self.statuses.contains(answer.status) else { return "the status \(answer.status) is in no table" }
        guard let root = try? JSONDocument(answer.body, limit: 1_000_000).root else { return "the body is no JSON" }
        guard answer.status == (answer.error?.status ?? 201) else { return "the status is not the code's" }
        guard root["error"]?["code"]?.string == answer.error?.code else { return "the body has another code" }
        let isClean = answer.headers.fields.allSatisfy { $0.value.utf8.allSatisfy { 0x20...0x7E ~= $0 } }
        return isClean ? nil : "a header that cannot be sent"
    }

    private static func check(
        _ texts: (inout SeededDice, Int) -> [UInt8], count: Int, _ seed: UInt64
    ) -> [PublishError?: Int] {
        var found: [PublishError?: Int] = [:]
        for iteration in 0..<count {
            var dice = SeededDice(seed: seed &+ UInt64(iteration) &* 0x9E37_79B9)
            let bytes = texts(&dice, iteration)
            let answer = PublishDesk.answer(toText: bytes, at: PublishProbe.now)
            found[answer.error, default: 0] += 1
            guard let flaw = self.flaw(in: answer) else { continue }
            Issue.record(
                """
                request \(iteration): \(flaw): printf '%b' '\(escapedForShell(bytes))'
                repeat: SHOULDERTAP_PUBLISH_SEED=\(seed) SHOULDERTAP_PUBLISH_REQUESTS=\(iteration + 1) \
                swift test --filter PublishGenerationTests
                """)
            break
        }
        return found
    }

    private static let seed = UInt64(Environment.number("SHOULDERTAP_PUBLISH_SEED") ?? 1)
    private static let count = Environment.number("SHOULDERTAP_PUBLISH_REQUESTS") ?? 4_000

    private static let bodies: [[UInt8]] =
        [PublishBody.raw.bytes, PublishBody.visual.bytes, PublishBody.full.bytes]
        + PublishedProperty.all.flatMap { property in
            (property.right + property.wrong.map(\.json)).filter { $0.utf8.count < 400 }
                .map { property.base.with(property.path, $0).bytes }
        }

    @Test("Mutants of bodies never trap, and get an answer of the table")
    func mutants() {
        let mutator = Mutator(corpus: Self.bodies, seed: Self.seed)
        let found = Self.check({ _, iteration in mutator.mutant(iteration) }, count: Self.count, Self.seed)
        guard Self.count >= 4_000 else { return }
        let met =
            [nil, .malformedJSON, .missingProperty, .wrongType, .invalidValue, .duplicateProperty] as [PublishError?]
        for error in met { #expect((found[error] ?? 0) > 10, "\(error?.code ?? "201") was hardly ever met") }
    }

    /// The limit that an accepted notification breaks; nil when it keeps all of them.
    private static func excess(_ notification: NewNotification) -> String? {
        let titles = [notification.visual?.title, notification.fallback?.visual.title].compactMap(\.self)
        guard titles.allSatisfy({ 1...256 ~= $0.unicodeScalars.count }) else { return "a title" }
        guard 1...253 ~= notification.host.unicodeScalars.count else { return "the host" }
        guard 1...128 ~= (notification.appNotificationId ?? "x").unicodeScalars.count else { return "the id" }
        guard (notification.groupName ?? "").unicodeScalars.count <= 128 else { return "the group" }
        guard notification.raw != nil || notification.visual != nil else { return "no content" }
        let expiration = notification.expiration ?? PublishProbe.now + .days(7)
        guard expiration > PublishProbe.now, expiration <= PublishProbe.now + .days(30) else { return "the expiration" }
        guard notification.displayTimeToLive ?? 0 >= 0, !notification.targets.isEmpty else {
            return "display or targets"
        }
        guard let fallback = notification.fallback else { return nil }
        let isRawAndHigh = notification.raw != nil && notification.visual == nil && notification.priority == .high
        let isInTime = (Interval.seconds(60)...Interval.seconds(600)).contains(fallback.delay)
        return isRawAndHigh && isInTime && notification.targets.contains(.iOS) ? nil : "the fallback"
    }

    @Test("Accepted mutants of bodies keep every limit")
    func limits() {
        let mutator = Mutator(corpus: Self.bodies, seed: Self.seed &+ 1)
        var accepted = 0
        for iteration in 0..<Self.count {
            let body = mutator.mutant(iteration)
            guard let notification = PublishProbe.read(PublishProbe.request(body)).order?.notification else { continue }
            accepted += 1
            guard let excess = Self.excess(notification) else { continue }
            Issue.record(
                """
                mutant \(iteration): \(excess) is accepted: printf '%b' '\(escapedForShell(body))'
                repeat: SHOULDERTAP_PUBLISH_SEED=\(Self.seed) SHOULDERTAP_PUBLISH_REQUESTS=\(iteration + 1) \
                swift test --filter PublishGenerationTests
                """)
            return
        }
        #expect(accepted > Self.count / 20 || Self.count < 4_000)
    }

    @Test("A body that is cut anywhere is not JSON, and the error has the end")
    func prefixes() throws {
        let whole = PublishBody.full.bytes
        for end in whole.indices {
            let refusal = try PublishProbe.refused(PublishProbe.request(Array(whole[..<end])))
            #expect(refusal.error == .malformedJSON && refusal.message.contains("(line 1, column "))
        }
    }

    @Test("Generated requests never trap, and get an answer of the table")
    func requests() {
        let found = Self.check({ dice, _ in Self.request(&dice) }, count: Self.count, Self.seed)
        guard Self.count >= 4_000 else { return }
        let met = PublishError.allCases.filter { found[$0] != nil }
        // The load of the service is no part of a request, and no body here is over 100 KB as sent.
        #expect(Set(PublishError.allCases).subtracting(met) == [.throttled, .busy])
        #expect((found[nil] ?? 0) > 10)
    }

    /// A request in which each part is usually sound.
    private static func request(_ dice: inout SeededDice) -> [UInt8] {
        func bearer(_ bearer: PublishDesk.Bearer) -> String { bearer.text }
        func usually(_ sound: [String], _ odd: [String]) -> String {
            dice.below(14) > 0 ? dice.pick(sound) : dice.pick(odd)
        }
        let path = usually(
            ["/beta/me/notifications", "/beta/me/notifications/", "/beta/me/notifications?x"], ["", "/", "*"])
        var text = usually(["POST"], ["GET", "HEAD", "P\u{0}"]) + " " + path + "\r\n"
        text += usually(
            ["Authorization: Bearer \(bearer(.app))\n", "authorization: bearer \(bearer(.user))\n"],
            [
                "", "Authorization: Bearer \(bearer(.weak))\n", "Authorization: Bearer \(bearer(.blocked))\n",
                "Authorization: Basic x\n", "Authorization: Bearer x\n",
                "Authorization: Bearer \(bearer(.app))\nAuthorization: Bearer \(bearer(.app))\n",
            ])
        text += usually(["X-UNS-ID: uns-1\n"], ["", "X-UNS-ID: uns-2\n", "X-UNS-ID:\n", "X-UNS-ID: 1\nx-uns-id: 2\n"])
        text += usually(["Content-Type: application/json\n"], ["", "Content-Type: text/plain\n", "Content-Type\n"])
        text += usually([""], ["If-Range: x\n", "If-Modified-Since: x\n", "Content-Encoding: br\n", "é: \u{7F}\n"])
        text += usually(["", "client-request-id: c-1\n"], ["client-request-id: \u{1}\n", "client-request-id:\n"])
        let compression = usually([""], ["Content-Encoding: gzip\n", "Content-Encoding: deflate\n"])
        let property = dice.pick(PublishedProperty.all)
        let values = property.right + property.wrong.map(\.json) + property.wrongTypes.map(\.json) + ["null"]
        var body = property.base.with(
            property.path, dice.coin() ? dice.pick(values) : dice.pick(property.right + ["{}"])
        ).bytes
        switch dice.below(24) {
        case 0: body = Array(body.prefix(dice.below(body.count)))
        case 1: body = Array("[]".utf8)
        case 2: body = property.base.twice(property.path, spelt: property.name).bytes
        case 3: body = property.base.with("targetHostName", #""example.com""#).bytes
        case 4: body = PublishBody.full.with("priority", "null").bytes
        case 5: body += [UInt8](repeating: 0x20, count: 102_400)
        default: break
        }
        return Array((text + compression + "\r\n" + (compression.isEmpty || dice.coin() ? "" : "~")).utf8) + body
    }
}

@Suite("The table of refusals")
struct PublishErrorTests {
    @Test("Every code is once in the documented table, with its status")
    func documented() throws {
        let path = ProjectFiles.root + "/Sources/NotificationFeed/Publishing/PublishError.swift"
        let text = String(decoding: try #require(ProjectFiles.bytes(path)), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("/// | `") }.map { row in
            row.split(separator: "|").dropFirst().prefix(2).map { $0.filter { !" `".contains($0) } }
        }
        #expect(rows == PublishError.allCases.map { [$0.code, String($0.status)] })
    }

    @Test("No other status is ever answered")
    func statuses() {
        #expect(Set(PublishError.allCases.map(\.status)) == [400, 401, 403, 404, 405, 406, 413, 415])
        #expect(Set(PublishError.allCases.map(\.code)).count == PublishError.allCases.count)
    }
}
