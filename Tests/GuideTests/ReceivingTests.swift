import ConnectedDevices
import PushLab
import Testing

/// The samples of the guide for 1.x, from the push to the deletion.
@Suite("The guide for 1.x: receiving and managing")
struct ReceivingTests {
    // MARK: Handling incoming push notification signal

    /// What becomes of the completion, of which the sample says only that it is there.
    enum Completion: CaseIterable {
        case ignored
        case finishesAtOnce
    }

    final class PrintedSignal: GuideApp {
        var age = Age.current
        var completion = Completion.ignored

        override func received(_ push: AppPush) {
            guard let platform = self.platform, case .apns(let notificationInfo) = push.content else { return }
            switch self.age {
            case .current:
                if let notification = ConnectedDevicesNotification.tryParse(notificationInfo) {
                    platform.processNotification(notification) { [phone, completion] _ in
                        if completion == .finishesAtOnce { phone.finish(push, .newData) }
                    }
                } else {
                    self.phone.log("skips a push that is not for the platform")
                }
            case .former:
                if !NotificationReceiver(platform: platform).receiveNotification(notificationInfo) {
                    self.phone.log("skips a push that is not for the platform")
                }
            }
        }
    }

    private static func printedStage(
        _ age: Age = .current, _ completion: Completion = .ignored
    ) -> GuideStage<PrintedSignal> {
        GuideStage { phone in
            let app = PrintedSignal(phone)
            (app.age, app.completion) = (age, completion)
            return app
        }
    }

    @Test("Handling incoming push notification signal, as printed: a tap is processed", arguments: Age.allCases)
    func signal(age: Age) throws {
        let stage = Self.printedStage(age)
        try stage.wait()
        try stage.publish("n1")
        try stage.wait()
        try stage.lab.expect(stage.phone.shows("n1"))
    }

    @Test(
        "Handling incoming push notification signal, as printed: the app's own push is skipped", arguments: Age.allCases
    )
    func signalOfOthers(age: Age) throws {
        let stage = Self.printedStage(age)
        try stage.wait()
        let own = Array(#"{"aps":{"alert":"hello"}}"#.utf8)
        let before = stage.count("asks fetch")
        stage.run { $0.received(AppPush(number: 900, .apns(own))) }
        try stage.wait()
        #expect(stage.count("skips a push that is not for the platform") == 1)
        #expect(stage.count("asks fetch") == before)
    }

    @Test("Handling incoming push notification signal, with the completion left empty: the system ends the app")
    func signalIgnored() throws {
        let stage = Self.printedStage()
        try Self.wakeAsleep(stage)
        #expect(stage.lab.violations.count == 1)
        #expect(stage.count("app is ended by the system") == 1)
    }

    @Test("Handling incoming push notification signal, finished in the completion: what the reader read is shown")
    func signalAtOnce() throws {
        let stage = Self.printedStage(.current, .finishesAtOnce)
        try Self.wakeAsleep(stage)
        #expect(stage.count("reads new n1") == 1)
        try stage.lab.expect(stage.phone.shows("n1"))
        #expect(stage.lab.violations.isEmpty)
    }

    @Test("Handling incoming push notification signal, corrected: finished in the completion, with its error")
    func signalCorrected() throws {
        let stage = GuideStage(GuideApp.init)
        try Self.wakeAsleep(stage)
        try stage.lab.expect(stage.phone.shows("n1"))
        #expect(stage.lab.violations.isEmpty)
    }

    private static func wakeAsleep(_ stage: GuideStage<some GuideApp>) throws {
        try stage.lab.settle()
        stage.phone.suspend()
        try stage.publish("n1")
        try stage.wait(.minutes(1))
    }

    // MARK: Handling user notification data changes

    /// Walks through what it kept instead of what it was given, and has nothing to say about an error.
    final class PrintedReading: GuideApp {
        override func read() {
            self.reader?.readBatch(maxSize: 100) { [weak self] _, error in
                if error != nil {
                } else {
                    for notification in self?.notifications ?? [] { self?.handleNotification(notification) }
                }
            }
        }
    }

    /// The right list, and still nothing to say about an error, and nothing about what is left behind the batch.
    final class PrintedSilence: GuideApp {
        override func read() {
            self.reader?.readBatch(maxSize: 100) { [weak self] notifications, error in
                if error != nil {
                } else {
                    for notification in notifications ?? [] { self?.handleNotification(notification) }
                }
            }
        }
    }

    @Test("Handling user notification data changes, as printed (S1): nothing is ever shown")
    func changesAsPrinted() throws {
        let stage = GuideStage(PrintedReading.init)
        let tablet = stage.alice.device("tablet")
        try stage.publish("n1")
        try stage.lab.settle()
        #expect(stage.count("reads new n1") == 1)
        try stage.lab.expect(stage.phone.list.isEmpty && tablet.shows("n1"))
    }

    @Test("Handling user notification data changes, as printed (S5): a closed reader is never replaced")
    func changesSwallowingErrors() throws {
        let stage = GuideStage(PrintedSilence.init)
        try Self.signInAgain(stage)
        #expect(stage.app?.heard.contains { $0.hasPrefix("read") } == false)
        try stage.lab.expect(!stage.phone.shows("n2"))
    }

    @Test("Handling user notification data changes, one batch as printed (T4): further batches wait")
    func changesBehindTheBatch() throws {
        let stage = GuideStage(PrintedSilence.init)
        try Self.missMany(stage)
        #expect(stage.phone.list.count == 100)
    }

    @Test("Handling user notification data changes, corrected: the batch, its errors, and further batches")
    func changes() throws {
        let first = GuideStage(GuideApp.init)
        try Self.signInAgain(first)
        #expect(first.app?.heard.contains("read readerClosed") == true)
        try first.lab.expect(first.phone.shows("n1") && first.phone.shows("n2"))
        let second = GuideStage(GuideApp.init)
        try Self.missMany(second)
        #expect(second.phone.list.count == 150)
    }

    private static func signInAgain(_ stage: GuideStage<some GuideApp>) throws {
        try stage.publish("n1")
        try stage.lab.settle()
        stage.run { $0.signInAgain() }
        try stage.wait(.minutes(2))
        try stage.publish("n2")
        try stage.wait(.minutes(2))
    }

    private static func missMany(_ stage: GuideStage<some GuideApp>) throws {
        try stage.lab.settle()
        stage.phone.goOffline()
        for number in 1...150 { try stage.publish("n\(number)") }
        try stage.wait()
        stage.phone.goOnline()
        try stage.wait(.minutes(1))
    }

    // MARK: Update state of a notification

    /// The tray is cleared at once, and what became of the save is nothing to it.
    final class PrintedUpdate: GuideApp {
        override func dismissNotification(_ notification: UserNotification) {
            if notification.userActionState == .noInteraction {
                self.phone.withdrawAlert(notification.notificationId)
                notification.userActionState = .dismissed
                notification.save { _, _ in }
            }
        }
    }

    @Test("Update state of a notification, as printed and with a network: handled once, dismissed everywhere")
    func updateAsPrinted() throws {
        let stage = GuideStage(PrintedUpdate.init)
        let tablet = stage.alice.device("tablet")
        try stage.publish("n1")
        try stage.lab.settle()
        try stage.phone.dismiss("n1")
        try stage.wait()
        try stage.lab.expect(!stage.phone.shows("n1") && !tablet.shows("n1"))
        #expect(tablet.state(of: "n1") == .dismissed)
    }

    @Test("Update state of a notification, as printed, when the save fails (S4): it is active again on every device")
    func updateThatFails() throws {
        let stage = GuideStage(PrintedUpdate.init)
        let tablet = try Self.dismissWithoutToken(stage)
        try stage.lab.expect(stage.phone.shows("n1") && tablet.shows("n1"))
    }

    @Test("Update state of a notification, corrected: a failed save is repeated")
    func update() throws {
        let stage = GuideStage(GuideApp.init)
        let tablet = try Self.dismissWithoutToken(stage)
        try stage.lab.expect(!stage.phone.shows("n1") && !tablet.shows("n1"))
    }

    @Test("Update state of a notification, as printed and offline: the SDK keeps it until there is a network")
    func updateOffline() throws {
        let stage = GuideStage(PrintedUpdate.init)
        let tablet = stage.alice.device("tablet")
        try stage.publish("n1")
        try stage.lab.settle()
        stage.phone.goOffline()
        try stage.phone.dismiss("n1")
        try stage.wait()
        try stage.lab.expect(!stage.phone.shows("n1") && tablet.shows("n1"))
        stage.phone.goOnline()
        try stage.lab.settle()
        try stage.lab.expect(!stage.phone.shows("n1") && !tablet.shows("n1"))
    }

    /// Hours later the old token is of no use, and the app gets no new one.
    private static func dismissWithoutToken(_ stage: GuideStage<some GuideApp>) throws -> LabDevice {
        let tablet = stage.alice.device("tablet")
        try stage.publish("n1")
        try stage.lab.settle()
        try stage.wait(.seconds(7_200))
        stage.phone.refuseTokens()
        try stage.phone.dismiss("n1")
        #expect(stage.phone.tray.isEmpty)
        try stage.wait()
        try stage.lab.settle()
        return tablet
    }

    // MARK: Delete a notifications

    /// As printed; what it hears of the result is for the test.
    final class PrintedDelete: GuideApp {
        override func deleteNotification(_ notification: UserNotification) {
            self.channel?.deleteUserNotification(notification.notificationId) { [weak self] result, error in
                self?.heard.append("deleted \(result?.succeeded ?? false) \(error.map { "\($0.code)" } ?? "")")
            }
        }
    }

    @Test("Delete a notifications: gone on every device, and a second time it does not succeed")
    func delete() throws {
        let stage = GuideStage(PrintedDelete.init)
        let tablet = stage.alice.device("tablet", on: .android)
        try stage.publish("n1")
        try stage.lab.settle()
        let notification = try #require(stage.app?.notifications.first)
        try stage.phone.delete("n1")
        try stage.wait()
        #expect(stage.phone.list.isEmpty && tablet.list.isEmpty)
        stage.run { $0.deleteNotification(notification) }
        try stage.wait()
        #expect(stage.app?.heard.filter { $0.hasPrefix("deleted") } == ["deleted true ", "deleted false "])
    }
}
