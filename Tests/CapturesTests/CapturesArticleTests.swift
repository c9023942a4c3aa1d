@testable import Captures
import Basics
import ShoulderTap
import TestSupport
import Testing

@Suite("The articles on captures and the code say the same")
struct CapturesArticleTests {
    private static func article(_ name: String) throws -> Article { try #require(Article(name, of: "Captures")) }

    private static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    @Test(
        "The capture of the format's article is valid, and is written back unchanged",
        arguments: [
            "TheCaptureFormat", "ImportingPayloads",
        ])
    func captures(_ name: String) throws {
        let blocks = try Self.article(name).blocks(of: "json")
        #expect(blocks.count == 1)
        for block in blocks {
            let text = Self.text(block)
            #expect(Reading(text).findings == [])
            #expect(Reading(text).written == Array(text.utf8))
        }
    }

    @Test("The keys of the article are the keys of the schema")
    func keys() throws {
        let rows = try Self.article("TheCaptureFormat").rows(under: "## Keys of an entry")
        let schema = try JSONDocument(Array(CaptureSchema.text.utf8), limit: 1 << 16).root
        let keys = schema["$defs"]?["entry"]?["properties"]?.members?.map(\.key)
        #expect(rows.flatMap { Article.code(in: $0[0]) } == keys)
        #expect(Article.code(in: rows[1][1]) == CaptureEntry.Channel.allCases.map(\.rawValue))
    }

    @Test("The limits of the article are the limits of the reader")
    func limits() throws {
        let text = try Self.article("TheCaptureFormat").text
        #expect(text.contains("longer than \(CaptureReader.mostLineBytes) bytes"))
        #expect(text.contains("payload of \(CaptureReader.mostPayloadBytes) bytes"))
    }

    @Test("The log of the article becomes the capture of the article")
    func log() throws {
        let article = try Self.article("ImportingPayloads")
        let log = Self.text(try #require(article.blocks(of: "log").first))
        var importer = LogImporter(channel: .apns, source: "app.log")
        var lines: [UInt8] = []
        func take(_ item: CaptureReader.Item, _: Int) {
            switch item {
            case .header(let header): lines += CaptureWriter.line(of: header)
            case .entry(let entry): lines += CaptureWriter.line(of: entry)
            case .finding(let finding): Issue.record("\(finding)")
            }
        }
        Array(log.utf8).withUnsafeBufferPointer { importer.read($0, take) }
        importer.finish(take)
        #expect(String(decoding: lines, as: UTF8.self) == Self.text(try #require(article.blocks(of: "json").first)))
    }

    @Test("Each path masks what its row says")
    func paths() throws {
        let rows = try Self.article("HidingSecrets").rows(under: "## What you name").map { row in
            row.compactMap { Article.code(in: $0).first }
        }
        #expect(rows.count == 4)
        for row in rows where row.count == 3 {
            let path = try #require(SecretPath(row[0]))
            let mask = PayloadMask(ReadPayload(Array(row[1].utf8), [path]))
            #expect(String(decoding: mask.bytes, as: UTF8.self) == row[2])
            #expect(mask.kept == [])
        }
    }

    @Test("The article names every ending of a secret name")
    func endings() throws {
        let text = try Self.article("HidingSecrets").text
        for ending in SecretName.endings { #expect(text.contains("`\(ending)`"), "\(ending)") }
    }
}
