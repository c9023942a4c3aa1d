import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import Testing

@Suite("Channel and reader (fact sheet 1.7 and 1.8)")
struct ReaderTests {
    let stage = Stage()
    let phone: StagePhone
    let channel: UserNotificationChannel

    init() throws {
        self.phone = StagePhone("phone", on: self.stage)
        self.channel = try self.phone.channel()
    }

    private func publish(_ ids: String...) {
        for id in ids { self.stage.publish(id) }
        self.stage.run()
    }

    private func save(_ id: String, _ edit: (UserNotification) -> Void) {
        guard let item = self.channel.get(id, self.stage) else {
            Issue.record("\(id) is not there")
            return
        }
        edit(item)
        item.save()
        self.stage.run()
    }

    private func delete(_ id: String) {
        self.channel.deleteUserNotification(id) { _, _ in }
        self.stage.run()
    }

    @Test("a new reader starts at the beginning and sees everything, including deleted notifications")
    func fresh() throws {
        self.publish("n1", "n2", "n3")
        self.delete("n2")
        let reader = try #require(self.channel.createReader())
        let batch = reader.batch(self.stage)
        #expect(batch.map(\.notificationId) == ["n1", "n3", "n2"])
        #expect(batch.map(\.status) == [.active, .active, .deleted])
        #expect(reader.batch(self.stage).isEmpty)
    }

    @Test("batches come in the order of their requests, including requests made in between")
    func order() throws {
        self.publish("n1", "n2", "n3")
        let reader = try #require(self.channel.createReader())
        var heard: [String] = []
        func read(_ name: String, then next: @escaping () -> Void = {}) {
            reader.readBatch(maxSize: 1) { items, _ in
                heard.append(name + (items?.first?.notificationId ?? ""))
                next()
            }
        }
        read("a", then: { read("c") })
        read("b")
        self.stage.run()
        #expect(heard == ["an1", "bn2", "cn3"])
    }

    @Test("batches have at most maxSize; zero and huge numbers return everything")
    func batches() throws {
        self.publish("n1", "n2", "n3", "n4", "n5")
        let reader = try #require(self.channel.createReader())
        #expect(reader.batch(self.stage, maxSize: 2).map(\.notificationId) == ["n1", "n2"])
        #expect(reader.batch(self.stage, maxSize: 2).map(\.notificationId) == ["n3", "n4"])
        var last: [String] = []
        reader.readBatch(maxSize: 0) { items, error in
            #expect(error == nil)
            last = items?.map(\.notificationId) ?? []
        }
        self.stage.run()
        #expect(last == ["n5"])
        #expect(self.channel.createReader()?.batch(self.stage, maxSize: .max).count == 5)
        #expect(self.channel.createReader()?.batch(self.stage, maxSize: -1).count == 5)
    }

    @Test("reading needs no network")
    func offline() throws {
        self.publish("n1")
        self.phone.fault = .noNetwork
        self.phone.platform.receive(.connectionFailed(.noNetwork))
        #expect(self.channel.createReader()?.batch(self.stage).count == 1)
    }

    @Test("a saved state continues at its place, even after a restart")
    func savedState() throws {
        self.publish("n1", "n2", "n3")
        var reader = try #require(self.channel.createReader())
        let initial = reader.serializedState
        _ = reader.batch(self.stage, maxSize: 2)
        let state = reader.serializedState
        #expect(initial != state)
        reader = try #require(self.channel.createReader(state: state))
        #expect(reader.serializedState == state)
        #expect(reader.batch(self.stage).map(\.notificationId) == ["n3"])

        self.phone.restart()
        self.phone.hookUpTokens()
        self.phone.platform.start()
        let channel = UserNotificationChannel(userDataFeed: try self.phone.feed())
        #expect(channel.createReader(state: state)?.batch(self.stage).map(\.notificationId) == ["n3"])
        #expect(channel.createReader(state: initial)?.batch(self.stage).count == 3)
    }

    @Test("a saved state has a place but no filter")
    func stateOfFilter() throws {
        self.publish("n1", "n2")
        var options = UserNotificationReaderOptions.options
        options.readStateFilter = .read
        let reader = try #require(self.channel.createReader(options: options))
        #expect(reader.batch(self.stage).isEmpty)
        let state = reader.serializedState
        self.publish("n3")
        #expect(self.channel.createReader(state: state)?.batch(self.stage).map(\.notificationId) == ["n3"])
    }

    @Test(
        "a state that no reader of this feed wrote means the beginning",
        arguments: ["", "1", "1-7", "1-7-0", "2-0-0", "1--1-x", "1-99999999999999999999-0", "x-y-z"])
    func strangeState(_ state: String) throws {
        self.publish("n1")
        #expect(self.channel.createReader(state: state)?.batch(self.stage).count == 1)
    }

    @Test("the state of another device means the beginning")
    func foreignState() throws {
        self.publish("n1")
        let other = StagePhone("tablet", on: self.stage)
        let reader = try #require(try other.channel().createReader())
        _ = reader.batch(self.stage)
        #expect(self.channel.createReader(state: reader.serializedState)?.batch(self.stage).count == 1)
    }

    @Test("a state ahead of the device, because the device lost its last changes, skips nothing")
    func stateFromTheFuture() throws {
        self.publish("n1")
        let disk = self.phone.disk
        self.publish("n2")
        let reader = try #require(self.channel.createReader())
        _ = reader.batch(self.stage)
        let state = reader.serializedState
        self.phone.disk = disk
        self.phone.restart()
        self.phone.hookUpTokens()
        self.phone.platform.start()
        let feed = try self.phone.feed()
        let again = try #require(UserNotificationChannel(userDataFeed: feed).createReader(state: state))
        try feed.startSync()
        self.stage.run()
        #expect(again.batch(self.stage).map(\.notificationId).contains("n2"))
    }

    @Test("nor if the device has learned as many changes again in another order")
    func stateFromAnotherFuture() throws {
        self.publish("n1")
        let disk = self.phone.disk
        self.publish("n2")
        let reader = try #require(self.channel.createReader())
        _ = reader.batch(self.stage)
        let state = reader.serializedState
        self.phone.onPush = { _ in }
        self.publish("n3")
        let tablet = StagePhone("tablet", on: self.stage)
        let there = try #require(try tablet.channel().get("n2", self.stage))
        there.userActionState = .dismissed
        there.save()
        self.stage.run()
        self.phone.disk = disk
        self.phone.restart()
        self.phone.hookUpTokens()
        self.phone.platform.start()
        let feed = try self.phone.feed()
        try feed.startSync()
        self.stage.run()
        let again = try #require(UserNotificationChannel(userDataFeed: feed).createReader(state: state))
        #expect(again.batch(self.stage).map(\.notificationId) == ["n3", "n2"])
    }

    @Test("start position End sees only later changes")
    func end() throws {
        self.publish("n1")
        var options = UserNotificationReaderOptions.options
        options.startPosition = .end
        let reader = try #require(self.channel.createReader(options: options))
        #expect(reader.batch(self.stage).isEmpty)
        self.publish("n2")
        #expect(reader.batch(self.stage).map(\.notificationId) == ["n2"])
    }

    @Test("filters by status, read state and user action")
    func filters() throws {
        self.publish("n0", "n1", "n2", "n3", "n4")
        self.save("n1") { $0.readState = .read }
        self.save("n2") { $0.userActionState = .dismissed }
        self.save("n3") { $0.userActionState = .snoozed }
        self.save("n4") { $0.userActionState = .activated }
        self.publish("n5")
        self.delete("n5")
        func ids(_ edit: (inout UserNotificationReaderOptions) -> Void) -> [String] {
            var options = UserNotificationReaderOptions()
            edit(&options)
            let reader = self.channel.createReader(options: options)
            return (reader?.batch(self.stage) ?? []).map(\.notificationId).sorted()
        }
        #expect(ids { _ in } == ["n0", "n1", "n2", "n3", "n4", "n5"])
        #expect(ids { $0.statusFilter = .active } == ["n0", "n1", "n2", "n3", "n4"])
        #expect(ids { $0.statusFilter = .deleted } == ["n5"])
        #expect(ids { $0.readStateFilter = .read } == ["n1"])
        #expect(ids { $0.readStateFilter = .unread }.contains("n0"))
        #expect(ids { $0.userActionStateFilter = .dismissed } == ["n2"])
        #expect(ids { $0.userActionStateFilter = .snoozed } == ["n3"])
        #expect(ids { $0.userActionStateFilter = .activated } == ["n4"])
        #expect(
            ids {
                $0.statusFilter = .active
                $0.userActionStateFilter = .noInteraction
            } == ["n0", "n1"])
    }

    @Test("dataChanged fires only after a fetch with changes")
    func dataChanged() throws {
        let reader = try #require(self.channel.createReader())
        var heard = 0
        reader.dataChanged.subscribe { (source, _: UserNotificationReaderDataChangedEventArgs) in
            #expect(source === reader)
            heard += 1
        }
        try self.channel.userDataFeed.startSync()
        self.stage.run()
        #expect(heard == 0)
        self.publish("n1")
        #expect(heard == 1)
        try self.channel.userDataFeed.startSync()
        self.stage.run()
        #expect(heard == 1)
    }

    @Test("new, updated, deleted and expired come the same way; expired ones vanish, and readers see that once")
    func changes() throws {
        let tablet = StagePhone("tablet", on: self.stage)
        let other = try tablet.channel()
        let reader = try #require(self.channel.createReader())
        self.stage.publish("n1") { $0.expiration = self.stage.now + .hours(1) }
        self.stage.run()
        #expect(reader.batch(self.stage).map(\.status) == [.active])
        let item = try #require(other.get("n1", self.stage))
        item.userActionState = .dismissed
        item.save()
        self.stage.run()
        #expect(reader.batch(self.stage).map(\.userActionState) == [.dismissed])
        self.stage.wait(.hours(2))
        #expect(reader.batch(self.stage).map(\.status) == [.deleted])
        #expect(reader.batch(self.stage).isEmpty)
        #expect(self.channel.createReader()?.batch(self.stage).isEmpty == true)
        #expect(self.channel.get("n1", self.stage) == nil)
    }

    @Test("a notification that came and ended between two batches is never reported")
    func cameAndWent() throws {
        let reader = try #require(self.channel.createReader())
        self.stage.publish("n1") { $0.expiration = self.stage.now + .hours(1) }
        self.stage.run()
        self.stage.wait(.hours(2))
        #expect(reader.batch(self.stage).isEmpty)
    }

    @Test("a deleted notification that is published again is active again")
    func publishedAgain() throws {
        self.publish("n1")
        self.delete("n1")
        let reader = try #require(self.channel.createReader())
        #expect(reader.batch(self.stage).map(\.status) == [.deleted])
        self.publish("n1")
        let items = reader.batch(self.stage)
        #expect(items.map(\.status) == [.active])
        #expect(items.map(\.userActionState) == [.noInteraction])
    }

    @Test("a missing id gives nil, not an error")
    func missing() {
        var calls = 0
        self.channel.getUserNotification("nowhere") { item, error in
            calls += 1
            #expect(item == nil)
            #expect(error == nil)
        }
        self.stage.run()
        #expect(calls == 1)
    }

    @Test("a reader without a reference gets no more events")
    func dropped() throws {
        var heard = 0
        do {
            let reader = try #require(self.channel.createReader())
            reader.dataChanged.subscribe { _, _ in heard += 1 }
        }
        self.publish("n1")
        #expect(heard == 0)
    }
}
