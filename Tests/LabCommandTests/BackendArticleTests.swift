import BackendPromises
import LabReports
import TestSupport
import Testing

@testable import LabCommand

@Suite("The texts of a backend's promises")
struct BackendArticleTests {
    @Test("the article has the row of each promise", arguments: BackendPromise.allCases)
    func rows(_ promise: BackendPromise) throws {
        let article = try #require(Article("BackendPromises", of: "LabCommand"))
        let facts = promise.facts
        let row = [promise.id, facts.name, facts.promise, facts.threat, facts.mistake, facts.harm]
        #expect(article.text.contains("| \(row.joined(separator: " | ")) |\n"))
    }

    @Test("a promise is explained on one screen", arguments: BackendPromise.allCases)
    func explanation(_ promise: BackendPromise) throws {
        let text = try Topic(RawText(promise.id.lowercased()), nil).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines[0] == "\(promise.id)  \(promise.facts.name)")
        #expect(lines.count <= 22 && lines.allSatisfy { $0.count <= 78 })
        #expect(PromiseText.backendList.contains("\(promise.id) "))
    }
}
