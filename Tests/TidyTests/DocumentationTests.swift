import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
    @Test("Every public symbol has a ///")
    func symbols() { expectNone(DocumentationRules.undocumented(Project.sources)) }

    @Test("Every page of a catalog has a title and content")
    func pages() {
        let pages = Project.paths(under: "Sources").filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
        expectNone(pages.flatMap { CatalogRules.emptyPages($0, Project.text(of: $0) ?? "") })
    }

    @Test("Every guide that README names is a page of the library's catalog", arguments: Readme.guides)
    func guides(_ title: String) {
        let pages = Project.paths(under: "Sources/ShoulderTap/ShoulderTap.docc").filter { $0.hasSuffix(".md") }
        let titles = pages.compactMap { Project.text(of: $0).flatMap(CatalogRules.title) }
        #expect(titles.contains(title), "README names the guide “\(title)”; the catalog has \(titles)")
    }
}

enum CatalogRules {
    static func title(of page: String) -> String? {
        page.split(separator: "\n").first { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    }

    static func emptyPages(_ path: String, _ page: String) -> [Finding] {
        let body = page.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined()
        guard Self.title(of: page) == nil || body.count < 80 else { return [] }
        let remedy = "Start with “# Title”, then say it in whole sentences."
        return [Finding(path: path, line: 1, what: "a page without a title or a body", remedy: remedy)]
    }
}

@Suite("The rules about documentation report")
struct DocumentationRuleTests {
    @Test(
        "an undocumented public symbol",
        arguments: [
            "public struct A {}", "public func a() {}", "open class A {}", "public final class A {}",
            "public static let a = 1", "@inlinable public func a() {}", "@frozen\npublic enum A {}",
            "#if hasAttribute(a)\n    @a\n#endif\npublic enum A {}",
            "public private(set) var a = 1", "// not a doc comment\npublic var a: Int { 1 }",
            "/// Far away.\n\npublic let a = 1", "public extension A {\n    func b() {}\n}",
            "/// An A.\npublic enum A {\n    case b\n}", "/// An A.\npublic protocol A {\n    func b()\n}",
            "/// An A.\npublic enum A {\n    /// A B.\n    case b, c\n    case d(Int)\n}",
            "/// An A.\npublic class A {\n    public class func b() {}\n}", "public init?(_ a: some B) {}",
            "extension A {\n    public subscript(a: Int) -> Int { 1 }\n}",
        ])
    func silent(_ text: String) { #expect(DocumentationRules.undocumented([.sample(text)]).count == 1) }

    @Test(
        "nothing if a symbol is documented or not public",
        arguments: [
            "/// An A.\npublic struct A {}", "/// An A.\n@frozen\n@inlinable\npublic struct A {}", "struct A {}",
            "/// An A.\n#if hasAttribute(a)\n    @a\n#endif\npublic enum A {}",
            "public import B", "public extension A {\n    private func b() {}\n}", "package func a() {}",
            "enum A {\n    case b\n}", "let text = \"public func a()\"", "// public func a()",
            "/// An A.\npublic enum A {\n    /// B.\n    case b\n    var c: Int {\n        switch self {\n"
                + "        case .b: 1\n        }\n    }\n}",
            "/// An A.\npublic protocol A {\n    /// B.\n    func b()\n}\nfunc c() {}",
        ])
    func speaking(_ text: String) { #expect(DocumentationRules.undocumented([.sample(text)]) == []) }

    @Test("an empty page", arguments: ["", "# Title\n", String(repeating: "No title. ", count: 9)])
    func emptyPage(_ text: String) { #expect(CatalogRules.emptyPages("a.md", text).count == 1) }
}
