import ShoulderTap
import TestSupport
import Testing

@Suite("Texts of findings")
struct DiagnosticWordsTests {
    @Test("Every code has a message and a remedy, one sentence each", arguments: PayloadDiagnostic.Code.all)
    func sentences(_ code: PayloadDiagnostic.Code) {
        for sentence in [code.message, code.remedy] {
            #expect(sentence.count > 6, "too short to help")
            #expect(sentence.hasSuffix("."))
            #expect(!sentence.dropLast().contains(". "), "more than one sentence")
            #expect(!sentence.contains("\n") && !sentence.contains("  "))
            #expect(sentence.first?.isWhitespace == false)
        }
        #expect(code.remedy.first?.isUppercase == true, "a remedy is an order, not the name of a key")
        #expect(code.message != code.remedy)
    }

    @Test("No two codes have the same text")
    func distinct() {
        let codes = PayloadDiagnostic.Code.all
        #expect(Set(codes.map(\.message)).count == codes.count)
        #expect(Set(codes.map(\.description)).count == codes.count)
        #expect(Set(codes).count == codes.count)
    }

    @Test("A code is found by its spelling only")
    func spellings() {
        for code in PayloadDiagnostic.Code.all {
            #expect(PayloadDiagnostic.Code(code.description) == code)
            #expect(PayloadDiagnostic.Code(code.description.dropFirst()) == nil)
        }
        #expect(PayloadDiagnostic.Code("") == nil)
        #expect(PayloadDiagnostic.Code("Empty") == nil)
    }

    @Test("Every code has a public constant of its name, documented by its message")
    func constants() throws {
        var named: [PayloadDiagnostic.Code] = []
        for file in ["DiagnosticCode+Bytes", "DiagnosticCode+Push"] {
            let path = "\(ProjectFiles.root)/Sources/ShoulderTap/Payload/\(file).swift"
            let text = String(decoding: try #require(ProjectFiles.bytes(path)), as: UTF8.self)
            var comment: [Substring] = []
            for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
                if line.hasPrefix("/// ") { comment.append(line.dropFirst(4)) }
                if let constant = line.wholeMatch(of: /public static var (\w+): Self { Self\(\.(\w+)\) }/) {
                    let code = try #require(PayloadDiagnostic.Code(constant.1))
                    #expect(constant.1 == constant.2)
                    #expect(comment.joined(separator: " ") == code.message)
                    named.append(code)
                }
                if !line.hasPrefix("///") { comment = [] }
            }
        }
        #expect(named == PayloadDiagnostic.Code.all)
    }

    @Test("A finding is compared with a constant")
    func comparison() {
        #expect(PushPayload.inspect([]).diagnostics.map(\.code) == [.empty])
        #expect(PayloadDiagnostic.Code.duplicateKey.description == "duplicateKey")
    }

    @Test("A kind is found by its spelling only")
    func kinds() {
        let spellings = [
            "shoulderTap", "background", "alert", "alertWithWake", "mdm", "fileProvider", "cloudKit", "voip",
            "liveActivity", "widgets", "foreign", "malformed",
        ]
        #expect(PayloadKind.all.map(\.description) == spellings)
        #expect(spellings.compactMap { PayloadKind($0) } == PayloadKind.all)
        #expect(PayloadKind("Alert") == nil)
        #expect(PayloadKind("alertwithwake".dropFirst(5)) == nil)
    }

    @Test("A finding has its code's texts")
    func findings() {
        for finding in Fixture.all.flatMap({ PushPayload.inspect($0.bytes).diagnostics }) {
            #expect(finding.message == finding.code.message)
            #expect(finding.remedy == finding.code.remedy)
        }
    }
}
