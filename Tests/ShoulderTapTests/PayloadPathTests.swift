import ShoulderTap
import Testing

@Suite("Readable paths")
struct PayloadPathTests {
    @Test(
        "A plain key comes after a dot, any other in brackets and quotes",
        arguments: [
            ([], ""), (["aps"], "aps"), (["aps", "alert", "loc-args", 0], "aps.alert.loc-args[0]"),
            ([0, 1, "k"], "[0][1].k"),
            (["a.b", "c"], #"["a.b"].c"#), (["a", "b.c"], #"a["b.c"]"#), ([""], #"[""]"#),
            (["a", "", "b"], #"a[""].b"#),
            (["a b"], #"["a b"]"#), (["a\"b"], #"["a\"b"]"#), (["a\\b"], #"["a\\b"]"#), (["a[0]"], #"["a[0]"]"#),
            (["a\nb\t\u{1}"], #"["a\nb\t\u0001"]"#), (["\u{1B}[31m"], #"["\u001b[31m"]"#), (["é"], #"["é"]"#),
            (["0"], "0"),
            (["A-z_9$"], "A-z_9$"), (["ids", .each, "id"], "ids[].id"), ([.each], "[]"), (["*"], #"["*"]"#),
        ] as [(PayloadPath, String)])
    func descriptions(_ path: PayloadPath, _ text: String) { #expect(path.description == text) }

    @Test(
        "A finding's path is the same for any spelling of the key",
        arguments: [
            ("a.b", "a.b"), ("", ""), (#"q\"q"#, "q\"q"), (#"n\nn"#, "n\nn"), (#"\u001b[31m"#, "\u{1B}[31m"),
            (#"\u0061"#, "a"),
            (#"\ud83d\ude00"#, "😀"), ("é", "é"), (#"\\"#, "\\"),
        ])
    func findings(_ json: String, _ key: String) {
        let text = #"{"aps":{"content-available":1},"o":{"\#(json)":[0,18446744073709551616]}}"#
        let path: PayloadPath = ["o", .key(key), 1]
        let payload = PushPayload.inspect(Array(text.utf8))
        #expect(payload.diagnostics.map(\.path) == [path.description])
        #expect(payload.root?[path]?.offset == payload.diagnostics.first?.offset)
    }

    @Test("No two paths have the same description")
    func distinct() {
        let paths: [PayloadPath] = [
            ["a", "b"], ["a.b"], ["a", 0], ["a[0]"], ["a", "0"], ["a", .each], ["a[]"], [""], [], ["\"\""], ["a", ""],
        ]
        #expect(Set(paths.map(\.description)).count == paths.count)
        #expect(Set(paths).count == paths.count)
    }
}
