import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import Testing

@Suite("A notification, its states, saves and deletes (fact sheet 1.9)")
struct NotificationTests {
    let stage = Stage()
    let phone: StagePhone
    let channel: UserNotificationChannel

    init() throws {
        self.phone = StagePhone("phone", on: self.stage)
        self.channel = try self.phone.channel()
        self.stage.publish("n1")
        self.stage.run()
    }

    private func item(_ id: String = "n1") throws -> UserNotification {
        try #require(self.channel.get(id, self.stage))
    }

    @Test("a notification has everything that the app server set, and the additions of the service")
    func members() throws {
        self.stage.publish("n2") {
            $0.groupName = "lunch"
            $0.priority = .high
            $0.expiration = self.stage.now + .days(2)
        }
        self.stage.run()
        let item = try self.item("n2")
        #expect(item.notificationId == "n2")
        #expect(item.groupId == "lunch")
        #expect(item.content == "raw of n2")
        #expect(item.priority == .high)
        #expect(item.expirationTime == .microseconds((self.stage.now + .days(2)).microseconds))
        #expect(item.changeTime == .microseconds(self.stage.now.microseconds))
        #expect(item.status == .active)
        #expect(item.readState == .unread)
        #expect(item.userActionState == .noInteraction)
        #expect(item.version == 2)
        #expect(item.generation == 2)
        self.stage.publish("n3") { $0.priority = .low }
        self.stage.run()
        #expect(try self.item("n3").priority == .low)
        #expect(try self.item("n1").priority == UserNotificationPriority.none)
    }

    @Test("one save that changes both states is one request")
    func oneRequest() throws {
        let item = try self.item()
        item.readState = .read
        item.userActionState = .activated
        var results: [UserNotificationUpdateResult?] = []
        item.save { result, error in
            #expect(error == nil)
            results.append(result)
        }
        self.stage.run()
        #expect(results.map { $0?.succeeded } == [true])
        #expect(results.map { $0?.notificationId } == ["n1"])
        #expect(self.stage.saves == 1)
        let request = try self.stage.lastSave()
        #expect(request.readState == .read)
        #expect(request.userActionState == .activated)
        #expect(request.generation == item.generation)
        #expect(try self.item().readState == .read)
    }

    @Test("a save without a change succeeds without a request")
    func noChange() throws {
        var succeeded: Bool?
        try self.item().save { result, _ in succeeded = result?.succeeded }
        self.stage.run()
        #expect(succeeded == true)
        #expect(self.stage.saves == 0)
    }

    @Test("only changed states are sent, so that another device's change of the rest is kept")
    func onlyChanges() throws {
        let item = try self.item()
        item.readState = .read
        item.save()
        self.stage.run()
        item.userActionState = .dismissed
        item.save()
        self.stage.run()
        let request = try self.stage.lastSave()
        #expect(request.readState == nil)
        #expect(request.userActionState == .dismissed)
    }

    @Test("the local state changes at once, and a success causes a local dataChanged")
    func optimistic() throws {
        let reader = try #require(self.channel.createReader())
        _ = reader.batch(self.stage)
        var heard: [UserNotificationUserActionState?] = []
        reader.dataChanged.subscribe { _, _ in heard.append(nil) }
        let item = try self.item()
        item.userActionState = .dismissed
        self.channel.getUserNotification("n1") { item, _ in heard.append(item?.userActionState) }
        item.save { result, _ in #expect(result?.succeeded == true) }
        self.stage.run()
        #expect(heard == [.dismissed, nil])
        #expect(reader.batch(self.stage).map(\.userActionState) == [.dismissed])
    }

    @Test("a refused save rolls back, in the cache and in the object")
    func rollBack() throws {
        let reader = try #require(self.channel.createReader())
        _ = reader.batch(self.stage)
        self.stage.script = [.refused(FeedRefusal(.throttled, "Too many."))]
        let item = try self.item()
        item.userActionState = .dismissed
        item.readState = .read
        var codes: [ConnectedDevicesError.Code?] = []
        item.save { codes.append($1?.code) }
        self.stage.run()
        #expect(codes == [.serviceFailed])
        #expect(item.userActionState == .noInteraction)
        #expect(item.readState == .unread)
        #expect(try self.item().userActionState == .noInteraction)
        #expect(reader.batch(self.stage).map(\.userActionState) == [.noInteraction])
        item.userActionState = .snoozed
        item.save()
        self.stage.run()
        #expect(try self.item().userActionState == .snoozed)
    }

    @Test("repeating a save whose outcome is unknown is not a success")
    func savedTwice() throws {
        let refusal = FeedAnswer.refused(FeedRefusal(.throttled, "Too many."))
        self.stage.script = [refusal, refusal]
        let item = try self.item()
        item.userActionState = .dismissed
        var results: [Bool?] = []
        for _ in 0..<2 { item.save { result, _ in results.append(result?.succeeded) } }
        #expect(results == [])
        self.stage.run()
        #expect(results == [nil, nil])
        #expect(item.userActionState == .noInteraction)
        item.save { result, _ in results.append(result?.succeeded) }
        self.stage.run()
        #expect(results == [nil, nil, true])
    }

    @Test("the end of an earlier save does not undo a later one")
    func refusedThenSaved() throws {
        self.stage.script = [.refused(FeedRefusal(.throttled, "Too many."))]
        let item = try self.item()
        item.userActionState = .dismissed
        var results: [Bool?] = []
        for _ in 0..<2 { item.save { result, _ in results.append(result?.succeeded) } }
        self.stage.run()
        #expect(results == [nil, true] && item.userActionState == .dismissed)
        item.readState = .read
        item.save { result, _ in results.append(result?.succeeded) }
        self.stage.run()
        #expect(results == [nil, true, true])
        #expect(try self.item().userActionState == .dismissed && self.item().readState == .read)
    }

    @Test("a state that returns to its old value during saves is requested again")
    func thereAndBack() throws {
        let item = try self.item()
        for state in [UserNotificationUserActionState.dismissed, .noInteraction] {
            item.userActionState = state
            item.save()
        }
        var results: [Bool?] = []
        item.save { result, _ in results.append(result?.succeeded) }
        #expect(results == [])
        self.stage.run()
        #expect(results == [true])
        #expect(try self.item().userActionState == .noInteraction)
    }

    @Test("saving nothing on a missing notification does not succeed")
    func nothingOnNothing() throws {
        let item = try self.item()
        self.channel.deleteUserNotification("n1") { _, _ in }
        self.stage.run()
        var results: [Bool?] = []
        item.save { result, _ in results.append(result?.succeeded) }
        self.stage.run()
        #expect(results == [false])
    }

    @Test("a token without the requested scopes counts as a failed token request")
    func scopes() throws {
        var invalidated = 0
        self.phone.platform.accountManager.accessTokenInvalidated.subscribe { _, _ in invalidated += 1 }
        self.stage.script = [.refused(FeedRefusal(.insufficientScope, "The access token lacks ccs.ReadWrite."))]
        let item = try self.item()
        item.readState = .read
        var codes: [ConnectedDevicesError.Code?] = []
        item.save { codes.append($1?.code) }
        self.stage.run()
        #expect(codes == [.tokenRequestFailed] && invalidated == 1)
        item.readState = .read
        item.save { codes.append($1?.code) }
        self.stage.run()
        #expect(codes == [.tokenRequestFailed, nil] && invalidated == 1)
    }

    @Test("a state that the app changed again during a refused save is kept")
    func changedAgain() throws {
        self.stage.script = [.refused(FeedRefusal(.unavailable, "Not now."))]
        let item = try self.item()
        item.userActionState = .dismissed
        item.save()
        item.userActionState = .snoozed
        self.stage.run()
        #expect(item.userActionState == .snoozed)
        item.save()
        self.stage.run()
        #expect(try self.item().userActionState == .snoozed)
    }

    @Test("saving a deleted, expired or replaced notification: succeeded is false, and the truth is fetched")
    func tooLate() throws {
        let old = try self.item()
        self.phone.onPush = { _ in }
        self.stage.publish("n1")
        self.stage.run()
        old.userActionState = .dismissed
        var results: [Bool?] = []
        old.save { result, _ in results.append(result?.succeeded) }
        self.stage.run()
        #expect(results == [false])
        #expect(old.userActionState == .noInteraction)
        #expect(try self.item().generation == 2)
    }

    @Test("a delete is visible here at once, as deleted to readers, and on every other device")
    func delete() throws {
        let tablet = StagePhone("tablet", on: self.stage)
        let other = try tablet.channel()
        var results: [UserNotificationUpdateResult?] = []
        self.channel.deleteUserNotification("n1") { result, _ in results.append(result) }
        #expect(try self.item().status == .deleted)
        #expect(results.map { $0?.succeeded } == [true])
        let item = try self.item()
        #expect(item.status == .deleted)
        #expect(item.content == "")
        #expect(other.get("n1", self.stage)?.status == .deleted)
    }

    @Test("deleting an unknown notification: succeeded is false")
    func deleteUnknown() {
        var results: [UserNotificationUpdateResult?] = []
        self.channel.deleteUserNotification("nowhere") { result, _ in results.append(result) }
        self.stage.run()
        #expect(results.map { $0?.succeeded } == [false])
        #expect(results.map { $0?.notificationId } == ["nowhere"])
    }

    @Test("a refused delete rolls back")
    func deleteRefused() throws {
        self.stage.script = [.refused(FeedRefusal(.unavailable, "Not now."))]
        var codes: [ConnectedDevicesError.Code?] = []
        self.channel.deleteUserNotification("n1") { codes.append($1?.code) }
        self.stage.run()
        #expect(codes == [.serviceFailed])
        #expect(try self.item().status == .active)
    }

    @Test("handled once, dismissed everywhere; dismissed is not deleted, and read may become unread again")
    func everywhere() throws {
        let tablet = StagePhone("tablet", on: self.stage)
        let other = try tablet.channel()
        let item = try self.item()
        item.userActionState = .dismissed
        item.readState = .read
        item.save()
        self.stage.run()
        let there = try #require(other.get("n1", self.stage))
        #expect(there.userActionState == .dismissed)
        #expect(there.status == .active)
        there.readState = .unread
        there.save()
        self.stage.run()
        #expect(try self.item().readState == .unread)
        #expect(try self.item().userActionState == .dismissed)
    }
}
