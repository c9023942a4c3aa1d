import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import TestSupport
import Testing

@Suite("What a device keeps over its restarts")
struct DurableTests {
    /// A device with something of everything.
    private func full() -> DeviceYard {
        var yard = DeviceYard()
        yard.device("phone")
        for number in 0..<4 { yard.publish("n\(number)", life: number == 3 ? .minutes(1) : nil) }
        var notification = NewNotification(host: DeviceYard.host, appNotificationId: "visual")
        notification.visual = Content.Visual(title: "Lunch", body: "At noon")
        notification.groupName = "food"
        notification.priority = .high
        _ = yard.run(.publish(FeedKey(host: DeviceYard.host, user: "alice"), Publication(notification)))
        notification.appNotificationId = "bare"
        notification.visual?.body = nil
        _ = yard.run(.publish(FeedKey(host: DeviceYard.host, user: "alice"), Publication(notification)))
        yard.drain()
        yard.subscribe(0, isQuiet: true)
        yard.drain()
        yard.delete("n1", on: 0)
        yard.save("n2", on: 0, read: .read, action: .snoozed)
        yard.drain()
        yard.wait(.minutes(2))
        yard.save("n0", on: 0, action: .dismissed)
        return yard
    }

    @Test("a state is read as it was written, even with another table")
    func roundTrip() throws {
        let yard = self.full()
        let bytes = yard.devices[0].machine.encoded(yard.names)
        var same = yard.names
        #expect(try DeviceMachine(decoding: bytes, &same) == yard.devices[0].machine.restarted())
        var fresh = NameTable()
        for _ in 0..<10 { _ = fresh.intern("shifts the numbers \(fresh.count)") }
        _ = fresh.intern("visual")
        let other = try DeviceMachine(decoding: bytes, &fresh)
        #expect(other.encoded(fresh) == bytes)
        #expect(other.accountKeys.map { fresh.text($0.id) } == ["account"])
    }

    @Test("a restarted machine shows the same, and has all unconfirmed writes")
    func restarted() throws {
        var yard = self.full()
        let before = yard.shown(0)
        #expect(before.contains { $0.userActionState == .dismissed })
        yard.devices[0].place = nil
        yard.open(0)
        #expect(yard.devices[0].view["n0"]?.userActionState == .dismissed)
        try yard.crash(0)
        yard.open(0)
        let after = yard.shown(0)
        #expect(Set(yard.ids(after)) == Set(yard.ids(before)))
        #expect(yard.devices[0].view["n0"]?.userActionState == .dismissed)
        yard.drain()
        #expect(yard.devices[0].machine.isQuiet)
        yard.sync(0)
        yard.drain()
        #expect(yard.shown(0).first { yard.names.text($0.id) == "n0" }?.userActionState == .dismissed)
    }

    @Test("no prefix of a state is a valid state, and the table of names does not change")
    func prefixes() {
        let yard = self.full()
        let bytes = yard.devices[0].machine.encoded(yard.names)
        for count in bytes.indices {
            var names = NameTable()
            #expect(throws: DurableFault.damaged) { try DeviceMachine(decoding: Array(bytes[..<count]), &names) }
            #expect(names.count == 0)
        }
    }

    @Test("every changed byte is noticed")
    func changes() {
        let yard = self.full()
        let bytes = yard.devices[0].machine.encoded(yard.names)
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x10
            var names = NameTable()
            #expect(throws: DurableFault.self) { try DeviceMachine(decoding: changed, &names) }
        }
    }

    @Test("damage that the checksum does not detect is refused or read, and never traps")
    func sealedDamage() throws {
        let yard = self.full()
        let bytes = Array(yard.devices[0].machine.encoded(yard.names).dropLast(8))
        var dice = SeededDice(seed: 3)
        var read = 0
        for _ in 0..<4_000 {
            var changed = bytes
            for _ in 0...dice.below(3) {
                switch dice.below(4) {
                case 0: changed[dice.below(changed.count)] = UInt8(dice.below(256))
                case 1: changed[dice.below(changed.count)] = dice.pick([0, 1, 2, 0xFF])
                case 2: changed.removeLast(min(changed.count - 1, dice.below(20)))
                default: changed.insert(UInt8(dice.below(256)), at: dice.below(changed.count))
                }
            }
            var names = NameTable()
            guard let machine = try? DeviceMachine(decoding: self.sealed(changed), &names) else { continue }
            read += 1
            #expect(machine.encoded(names) == self.sealed(changed))
        }
        #expect(read > 0)
    }

    @Test("another version is refused by name")
    func version() throws {
        let yard = self.full()
        var bytes = Array(yard.devices[0].machine.encoded(yard.names).dropLast(8))
        bytes[4] = 9
        var names = NameTable()
        #expect(throws: DurableFault.unknownVersion(9)) { try DeviceMachine(decoding: self.sealed(bytes), &names) }
        bytes[0] = 0
        #expect(throws: DurableFault.damaged) { try DeviceMachine(decoding: self.sealed(bytes), &names) }
    }

    /// The bytes with the closing code that they should have.
    private func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let code = KeyedHash(key: Array("ShoulderTapState".utf8))?.code(of: bytes) ?? 0
        return bytes + stride(from: UInt64(0), to: 64, by: 8).map { UInt8(truncatingIfNeeded: code >> $0) }
    }
}

@Suite("Names")
struct NameTests {
    @Test("the same text has the same name, and a text that only looks the same has another")
    func exact() {
        var names = NameTable()
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        #expect(composed == decomposed)
        #expect(names.intern(composed) != names.intern(decomposed))
        #expect(names.intern(composed) == names.intern(composed))
        #expect(Array(names.text(names.intern(decomposed)).utf8) == Array(decomposed.utf8))
        #expect(names.intern("") == .none)
        #expect(names.find("") == Name.none)
        #expect(names.find("never") == nil)
        #expect(names.look("never") == .unknown)
        #expect(names.text(.unknown) == "")
    }

    @Test("facts that only look the same are stored separately")
    func facts() {
        var names = NameTable()
        func facts(_ raw: String) -> NotificationFacts {
            NotificationFacts(serverId: "s", content: Content(raw: raw), expiration: Instant(microseconds: 1))
        }
        #expect(names.intern(facts("caf\u{E9}")) != names.intern(facts("cafe\u{301}")))
        #expect(names.intern(facts("a")) == names.intern(facts("a")))
        #expect(names.facts(.none) == nil)
        // Their codes are the same.
        let alike = (0..<3).map { number in
            var alike = facts("a")
            alike.groupName = "g\(number)"
            return alike
        }
        let empty = NotificationFacts(serverId: "s", expiration: Instant(microseconds: 1))
        var hollow = empty
        hollow.content = Content()
        let all = alike + [facts("a"), empty, hollow]
        let interned = all.map { names.intern($0) }
        #expect(Set(interned).count == all.count)
        #expect(all.map { names.intern($0) } == interned)
        #expect(interned.map { names.facts($0) } == all)
    }

    @Test("a machine moves to a table without unused names while it works")
    func renamed() throws {
        var yard = DeviceYard()
        yard.device("phone")
        for number in 0..<6 { yard.publish("n\(5 - number)") }
        yard.drain()
        yard.delete("n1", on: 0)
        yard.save("n2", on: 0, action: .dismissed)
        yard.register(0, token: "t2")
        yard.subscribe(0)
        yard.sync(0)
        let shown = yard.shown(0)
        var names = NameTable()
        _ = names.intern("n3")
        yard.devices[0].machine.rename(from: yard.names, to: &names)
        let feed = try #require(yard.devices[0].feed)
        let moved = yard.devices[0].machine.everything(in: feed)
        #expect(moved.map { names.text($0.id) } == yard.ids(shown))
        #expect(moved.map(\.userActionState) == shown.map(\.userActionState))
        yard.names = names
        yard.devices[0].reader = nil
        yard.drain()
        #expect(yard.devices[0].machine.isQuiet)
        #expect(yard.shown(0).filter { $0.userActionState == .dismissed }.map { yard.names.text($0.id) } == ["n2"])
        #expect(yard.shown(0).filter(\.isDeleted).map { yard.names.text($0.id) } == ["n1"])
    }

    @Test("a platform forgets unused texts, however long it runs")
    func platform() throws {
        let stage = Stage()
        let phone = StagePhone("phone", on: stage)
        let channel = try phone.channel()
        let reader = try #require(channel.createReader())
        var most = 0
        for round in 0..<1_500 {
            stage.publish("n1") { $0.raw = "round \(round)" }
            stage.run()
            most = max(most, phone.platform.nameCount)
            #expect(reader.batch(stage).map(\.content) == ["round \(round)"])
        }
        #expect(most < 1_200, "\(most) texts were kept")
        #expect(channel.get("n1", stage)?.content == "round 1499")
    }

    @Test("texts are forgotten between events, not during nested events")
    func cleaningBetweenEvents() throws {
        let stage = Stage()
        let phone = StagePhone("phone", on: stage)
        let accounts = [phone.account, ConnectedDevicesAccount(accountId: "alice-at-work", type: .aad)]
        let listener = phone.platform.accountManager.accessTokenRequested.subscribe { _, args in
            guard phone.fault == nil else { return args.request.complete(withErrorMessage: "offline") }
            args.request.complete(withAccessToken: stage.token(for: "alice"))
        }
        let feed = { (account: ConnectedDevicesAccount) throws(ConnectedDevicesError) in
            try UserDataFeed.getForAccount(account, platform: phone.platform, activitySourceHost: Stage.host)
        }
        let meetStrangers = { (numbers: Range<Int>) in
            for number in numbers {
                _ = try? feed(ConnectedDevicesAccount(accountId: "stranger-\(number)", type: .msa))
            }
        }
        phone.platform.start()
        // Whose name is met behind those of many others has another once they are forgotten.
        meetStrangers(0..<900)
        for account in accounts { phone.platform.accountManager.addAccount(account) { _, _ in } }
        stage.run()
        // The tokens end and the network is gone, so that both feeds wait for another try.
        stage.users = [:]
        phone.fault = .noNetwork
        for account in accounts { try feed(account).startSync() }
        stage.run()
        // Then nobody hears token requests any more, which ends each of the two tries at once.
        listener.cancel()
        meetStrangers(900..<1_200)
        stage.now = stage.now + .hours(1)
        phone.platform.receive(.timer)
        stage.run()
        #expect(phone.platform.nameCount < 100)
        phone.fault = nil
        phone.hookUpTokens()
        let before = stage.fetches
        phone.platform.receive(.foreground)
        stage.run()
        #expect(stage.fetches == before + 2)
    }
}
