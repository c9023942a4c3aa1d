import LabReports
import PushLab
import Testing

@Suite("The explanation of a promise")
struct PromiseTextTests {
    @Test("The questions of a newcomer fit on a screen", arguments: Property.promises)
    func screen(_ property: Property) {
        let text = PromiseText.explanation(of: property)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.first == "\(property.id)  \(property.facts.name)")
        #expect((12...24).contains(lines.count), "\(lines.count) lines")
        #expect(lines.allSatisfy { $0.count <= 78 && !$0.hasSuffix(" ") })
        for words in ["checked", "in danger", "broken by", "noticed as"] {
            #expect(lines.count { $0.hasPrefix(words + "  ") } == 1)
        }
        #expect(text.contains("--trap") == !property.traps.isEmpty)
    }

    @Test("The explanation of a promise that many ask about")
    func example() {
        #expect(
            PromiseText.explanation(of: .p22) == """
                P22  taps carry no content

                A tap is only a silent push: content-available is 1, and it has no alert,
                badge, sound or content of the notification. It has at most 4,096 bytes.

                checked      during the whole run
                in danger    from any tap
                broken by    Putting the title into the push to save a fetch.
                noticed as   Private text passes through the push service, and systems do not
                             treat the push as silent.

                A report counts how often a promise was judged, and how often it was at risk:
                the run would then have shown a violation. A promise that was never at risk
                has not been tested.

                """)
    }

    @Test("The list has all promises in order")
    func list() {
        let lines = PromiseText.list.split(separator: "\n")
        #expect(lines.count == Property.promises.count && lines[14] == "P15  deleted stays deleted")
    }
}
