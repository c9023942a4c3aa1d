import BenchReport
import Testing

@Suite("The rows of the benchmark")
struct ReportTests {
    @Test(
        "Figures have a precision that fits their size",
        arguments: [
            (0.0, "0"), (12, "12"), (-3, "-3"), (0.0821, "0.082"), (1.05, "1.05"), (1.0499, "1.05"), (37.44, "37.4"),
            (4804.4, "4804"), (-0.5, "-0.500"), (0.9996, "1.000"), (0.0001, "0.000"),
        ])
    func prints(_ value: Double, _ text: String) {
        #expect(Figure.text(value) == text)
    }

    @Test("The median is the middle value, or the mean of the two middle values")
    func takesTheMedian() {
        #expect(Figure.median([3, 1, 2]) == 2)
        #expect(Figure.median([4, 1, 3, 2]) == 2.5)
    }

    @Test(
        "A target applies to the ratio, or else to the value",
        arguments: [
            (Row("m", 9, "ns", ratio: 1.05, target: Target(.atMost, 1.05)), true),
            (Row("m", 9, "ns", ratio: 1.06, target: Target(.atMost, 1.05)), false),
            (Row("m", 5, "ms", target: Target(.below, 5)), false),
            (Row("m", 9, "ns", ratio: 39, target: Target(.atLeast, 40)), false),
            (Row("m", 0, "most", target: Target(.exactly, 0)), true),
            (Row("m", 1, "most", target: Target(.exactly, 0)), false),
            (Row("m", 1, "most"), nil),
            (Row("m", nil, "most", target: Target(.exactly, 0)), nil),
            (Row("m", 1, "most", target: Target(.exactly, 0).notJudged(because: "quick run")), nil),
        ])
    func judges(_ row: Row, _ isMet: Bool?) {
        #expect(row.isMet == isMet)
    }

    @Test("A JSON row always has the seven keys")
    func rendersJSON() {
        let full = Row("a \"b\"", 391.2, "ns", reference: "x\ty", ratio: 1.02, target: Target(.atMost, 1.05, "x"))
        #expect(
            Rendering.json(full)
                == #"{"metric":"a \"b\"","value":391.2,"unit":"ns","reference":"x\u0009y","ratio":1.02,"#
                + #""target":"<= 1.05x","met":true}"#)
        #expect(
            Rendering.json(Row("a", nil, "not available"))
                == #"{"metric":"a","value":null,"unit":"not available","reference":null,"ratio":null,"#
                + #""target":null,"met":null}"#)
    }

    @Test("The table is aligned and leaves no blank at the end of a line")
    func rendersTable() {
        let rows = [
            Row("short", 1, "ns", target: Target(.exactly, 0)),
            Row("a longer one", 10.25, "ns", reference: "r", ratio: 2),
        ]
        #expect(
            Rendering.table(rows) == [
                "metric        value  unit  reference  ratio  target  met",
                "short             1  ns                      = 0     NO",
                "a longer one   10.3  ns    r              2",
            ])
    }
}
