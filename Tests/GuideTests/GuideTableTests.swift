import TestSupport
import Testing

/// Every code sample of the two guides, and the tests that run it.
@Suite("The table from samples to tests")
struct GuideTableTests {
    struct Sample {
        let guide: String
        /// The heading above the sample.
        let section: String
        /// As printed, and corrected where the sample is itself a mistake.
        let tests: [String]
        /// The traps that the sample sets for those who copy it.
        var traps: [String] = []
    }

    private static let current = "graph-notifications-ios-1x.md"
    private static let former = "how-to-graph-notifications-ios-0x.md"

    static let samples = [
        Sample(
            guide: current, section: "Adding the SDK to your project", tests: ["SettingUpTests.addingTheSDK"]),
        Sample(
            guide: current, section: "Initializing the Connected Device Platforms",
            tests: [
                "SettingUpTests.initializingAsPrinted", "SettingUpTests.initializing",
                "SettingUpTests.initializingEmpty",
            ]),
        Sample(
            guide: current, section: "accessTokenInvalidated", tests: ["SettingUpTests.accessTokenInvalidated"]),
        Sample(
            guide: current, section: "Adding the user account to the platform",
            tests: ["SettingUpTests.addingAccountAsPrinted", "SettingUpTests.addingAccount"], traps: ["S2"]),
        Sample(
            guide: current, section: "Subscribing to receive user's notifications",
            tests: [
                "SettingUpTests.subscribingAsPrinted", "SettingUpTests.subscribingThatFails",
                "SettingUpTests.subscribing",
            ], traps: ["S3"]),
        Sample(
            guide: current, section: "Handling incoming push notification signal",
            tests: [
                "ReceivingTests.signal", "ReceivingTests.signalOfOthers", "ReceivingTests.signalIgnored",
                "ReceivingTests.signalAtOnce", "ReceivingTests.signalCorrected",
            ]),
        Sample(
            guide: current, section: "Handling user notification data changes",
            tests: [
                "ReceivingTests.changesAsPrinted", "ReceivingTests.changesSwallowingErrors",
                "ReceivingTests.changesBehindTheBatch", "ReceivingTests.changes",
            ], traps: ["S1", "S5", "T4"]),
        Sample(
            guide: current, section: "Update state of a notification",
            tests: ["ReceivingTests.updateAsPrinted", "ReceivingTests.updateThatFails", "ReceivingTests.update"],
            traps: ["S4"]),
        Sample(guide: current, section: "Delete a notifications", tests: ["ReceivingTests.delete"]),
        Sample(
            guide: former, section: "Initialize a Graph Notification channel", tests: ["HowToTests.channel"]),
        Sample(
            guide: former, section: "Receiving MCDUserNotifications",
            tests: ["HowToTests.receivingAsPrinted", "HowToTests.receivingWithViews", "HowToTests.receiving"],
            traps: ["S6"]),
        Sample(
            guide: former, section: "Update the state of an existing MCDUserNotification",
            tests: ["HowToTests.updateAsPrinted", "HowToTests.updateThatFails", "ReceivingTests.update"],
            traps: ["S4"]),
    ]

    @Test("nine samples of the guide for 1.x and three of the how-to guide, each with its tests")
    func complete() throws {
        #expect(Self.samples.count { $0.guide == Self.current } == 9)
        #expect(Self.samples.count { $0.guide == Self.former } == 3)
        #expect(Set(Self.samples.flatMap(\.traps)).isSuperset(of: ["S1", "S2", "S3", "S4", "S5", "S6"]))
        for sample in Self.samples {
            #expect(!sample.tests.isEmpty)
            // A mistake is run twice: as printed and corrected.
            #expect(sample.traps.isEmpty || sample.tests.count >= 2, "\(sample.section)")
            for test in sample.tests { #expect(TestFile.defines(test), "\(test) of \(sample.section)") }
        }
    }

    @Test(
        "the guides have exactly these samples under these headings",
        .enabled(if: ProjectFiles.exists(ProjectFiles.shared("guides")), "the guides are not beside the project"),
        arguments: [current, former])
    func fences(guide: String) throws {
        let bytes = try #require(ProjectFiles.bytes(ProjectFiles.shared("guides/" + guide)))
        var heading = ""
        var isInside = false
        var found: [String] = []
        for line in lines(of: String(decoding: bytes, as: UTF8.self)) {
            if line.hasPrefix("```") {
                isInside.toggle()
                if isInside { found.append(heading) }
            } else if !isInside, line.hasPrefix("#") {
                heading = String(line.drop { $0 == "#" || $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
        #expect(found == Self.samples.filter { $0.guide == guide }.map(\.section))
    }
}

/// The files of this target, as texts.
enum TestFile {
    /// Whether there is such a test, written as `File.function`.
    static func defines(_ test: String) -> Bool {
        let parts = test.split(separator: ".").map(String.init)
        guard parts.count == 2 else { return false }
        let bytes = ProjectFiles.bytes(ProjectFiles.root + "/Tests/GuideTests/\(parts[0]).swift")
        return bytes.map { lines(of: String(decoding: $0, as: UTF8.self)) }?
            .contains { $0.hasPrefix("    func \(parts[1])(") } ?? false
    }
}
