import Basics
import ConnectedDevices
import FeedContract
import NotificationFeed
import ReferenceModels
import Testing

@Suite("Saves and deletions with unknown outcome")
struct HoldingTests {
    /// A phone and a tablet that both show `n0`.
    private func pair() -> DeviceYard {
        var yard = DeviceYard()
        yard.device("phone")
        yard.device("tablet")
        yard.publish("n0")
        yard.drain()
        return yard
    }

    /// The phone asks for something, and its request or the answer to it is lost.
    private func lose(
        answer: Bool, _ yard: inout DeviceYard, meanwhile other: (inout DeviceYard) throws -> Void = { _ in },
        _ ask: (inout DeviceYard) -> CallNumber
    ) throws -> CallNumber {
        let call = ask(&yard)
        if answer { yard.deliver() }
        yard.queue.removeAll()
        // What somebody else does arrives, and nobody is told of it.
        try other(&yard)
        if case .request? = yard.queue.first { yard.deliver() }
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        return call
    }

    private func dismiss(_ yard: inout DeviceYard) -> CallNumber { yard.save("n0", on: 0, action: .dismissed) }

    private func states(_ yard: DeviceYard) -> [UserActionState] {
        yard.devices.indices.flatMap { yard.shown($0).map(\.userActionState) }
    }

    private func everythingSynced(_ yard: inout DeviceYard) {
        yard.drain()
        yard.sync(1)
        yard.drain()
    }

    @Test("A lost request is sent again, and its state is shown in the meantime")
    func again() throws {
        var yard = self.pair()
        let call = try self.lose(answer: false, &yard, self.dismiss)
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
        #expect(yard.devices[0].view["n0"]?.userActionState == .dismissed)
        #expect(yard.devices[0].outcome(of: call) == nil && !yard.devices[0].machine.isQuiet)
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
        #expect(self.states(yard) == [.dismissed, .dismissed] && yard.devices[0].machine.isQuiet)
    }

    @Test("A request whose answer was lost is not sent again")
    func once() throws {
        var yard = self.pair()
        let call = try self.lose(answer: true, &yard, self.dismiss)
        let before = yard.requests.count
        self.everythingSynced(&yard)
        let saves = yard.requests[before...].count { if case .save = $0.1 { true } else { false } }
        #expect(saves == 0 && yard.devices[0].outcome(of: call) == .saved(true))
        #expect(self.states(yard) == [.dismissed, .dismissed])
    }

    @Test("A change of the same state by another device in the meantime wins")
    func overruled() throws {
        var yard = self.pair()
        let call = try self.lose(
            answer: false, &yard, meanwhile: { _ = $0.save("n0", on: 1, action: .snoozed) }, self.dismiss)
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(false))
        #expect(self.states(yard) == [.snoozed, .snoozed])
        #expect(yard.devices[0].view["n0"]?.userActionState == .snoozed)
    }

    @Test("A change of another state by another device is kept too")
    func merged() throws {
        var yard = self.pair()
        let call = try self.lose(
            answer: false, &yard, meanwhile: { _ = $0.save("n0", on: 1, read: .read) }, self.dismiss)
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
        #expect(self.states(yard) == [.dismissed, .dismissed])
        #expect(yard.shown(0).map(\.readState) == [.read])
    }

    @Test("Of two requested states, the overruled one is dropped and the other is written")
    func half() throws {
        var yard = self.pair()
        let call = try self.lose(answer: false, &yard, meanwhile: { _ = $0.save("n0", on: 1, action: .activated) }) {
            $0.save("n0", on: 0, read: .read, action: .dismissed)
        }
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
        #expect(self.states(yard) == [.activated, .activated])
        #expect(yard.shown(1).map(\.readState) == [.read])
        #expect(yard.devices[0].view["n0"]?.userActionState == .activated)
    }

    @Test("A partly overruled write that reaches the service after all is seen here too")
    func comesLate() throws {
        var yard = self.pair()
        _ = yard.save("n0", on: 0, read: .read, action: .dismissed)
        let late = try #require(yard.queue.first)
        yard.queue.removeAll()
        _ = yard.save("n0", on: 1, action: .activated)
        yard.deliver()
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 0)), .broken), to: 0)
        // The phone reads that it is activated, and what is left of its wish is on its way when the whole overtakes it.
        while let next = yard.queue.first {
            if case .request(0, _, _, .save) = next { break }
            yard.deliver()
        }
        yard.queue.insert(late, at: 0)
        yard.drain()
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
    }

    @Test("A change that another device made and undid in the meantime still counts")
    func backAndForth() throws {
        var yard = self.pair()
        let call = try self.lose(
            answer: false, &yard,
            meanwhile: self.readAndUnread, { $0.save("n0", on: 0, read: .read) })
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(false))
        #expect(yard.devices.indices.flatMap { yard.shown($0).map(\.readState) } == [.unread, .unread])
    }

    /// The tablet says that it was read, and takes that back. The phone hears nothing of it.
    private func readAndUnread(_ yard: inout DeviceYard) throws {
        _ = yard.save("n0", on: 1, read: .read)
        yard.deliver()
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 1)), .broken), to: 1)
        yard.drain()
        _ = yard.save("n0", on: 1, read: .unread)
        yard.deliver()
    }

    @Test("A change that another device made and undid does not affect other states")
    func backAndForthBeside() throws {
        var yard = self.pair()
        let call = try self.lose(answer: false, &yard, meanwhile: self.readAndUnread, self.dismiss)
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
        #expect(self.states(yard) == [.dismissed, .dismissed])
    }

    @Test("After a crash a write is compared with the state on which it was sent, not requested")
    func groundIsStored() throws {
        var yard = self.pair()
        _ = try self.lose(
            answer: false, &yard, meanwhile: { _ = $0.save("n0", on: 1, action: .snoozed) },
            { $0.save("n0", on: 0, read: .read) })
        // It reads that it is snoozed, and sends again what was lost, which is lost again.
        while let next = yard.queue.first {
            if case .request(0, _, _, .save) = next { break }
            yard.deliver()
        }
        #expect(!yard.queue.isEmpty)
        yard.queue.removeAll()
        yard.send(.lost(try #require(yard.lastTicket(of: 1)), .broken), to: 1)
        yard.drain()
        try self.readAndUnread(&yard)
        try yard.crash(0)
        yard.open(0)
        self.everythingSynced(&yard)
        #expect(yard.devices.indices.flatMap { yard.shown($0).map(\.readState) } == [.unread, .unread])
    }

    @Test("Of two writes of the same state the later wins", arguments: [true, false], [true, false])
    func behind(answer: Bool, isCrash: Bool) throws {
        var yard = self.pair()
        var later: CallNumber?
        _ = try self.lose(answer: answer, &yard) {
            let first = $0.save("n0", on: 0, action: .snoozed)
            later = $0.save("n0", on: 0, action: .dismissed)
            return first
        }
        if isCrash {
            try yard.crash(0)
            yard.open(0)
        }
        self.everythingSynced(&yard)
        #expect(self.states(yard) == [.dismissed, .dismissed] && yard.devices[0].machine.isQuiet)
        if !isCrash { #expect(yard.devices[0].outcome(of: try #require(later)) == .saved(true)) }
    }

    @Test("A write that was never sent is sent, whatever the outcome of the previous one", arguments: [true, false])
    func neverSent(isCrash: Bool) throws {
        var yard = self.pair()
        _ = try self.lose(answer: true, &yard, meanwhile: { _ = $0.save("n0", on: 1, action: .activated) }) {
            let first = $0.save("n0", on: 0, action: .snoozed)
            _ = $0.save("n0", on: 0, action: .dismissed)
            return first
        }
        yard.send(.lost(try #require(yard.lastTicket(of: 1)), .broken), to: 1)
        if isCrash {
            try yard.crash(0)
            yard.open(0)
        }
        self.everythingSynced(&yard)
        yard.wait(yard.rules.lateWriteLimit)
        #expect(self.states(yard) == [.dismissed, .dismissed] && yard.devices[0].machine.isQuiet)
    }

    @Test("A deletion is repeated, whatever other devices did in the meantime", arguments: [true, false])
    func deletion(answer: Bool) throws {
        var yard = self.pair()
        let call = try self.lose(answer: answer, &yard, meanwhile: { _ = $0.save("n0", on: 1, read: .read) }) {
            $0.delete("n0", on: 0)
        }
        #expect(!yard.shown(0).map(\.isDeleted).contains(false))
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(true))
        #expect(!yard.shown(0).map(\.isDeleted).contains(false) && !yard.shown(1).map(\.isDeleted).contains(false))
    }

    @Test("A save of a notification that was deleted in the meantime has no effect")
    func gone() throws {
        var yard = self.pair()
        let call = try self.lose(answer: false, &yard, meanwhile: { _ = $0.delete("n0", on: 1) }, self.dismiss)
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(false))
        #expect(!yard.shown(0).map(\.isDeleted).contains(false))
    }

    @Test("A save of one publication is not written to the next")
    func republished() throws {
        var yard = self.pair()
        let call = try self.lose(answer: false, &yard, meanwhile: { _ = $0.publish("n0") }, self.dismiss)
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .saved(false))
        #expect(self.states(yard) == [.noInteraction, .noInteraction])
    }

    /// A phone that dismissed `n0` without a network and has been started anew since, with a service too busy to hear.
    private func busy(for seconds: Int?) throws -> DeviceYard {
        var yard = self.pair()
        yard.busyTime = seconds
        yard.devices[0].fault = .noNetwork
        yard.send(.connectionFailed(.noNetwork), to: 0)
        _ = self.dismiss(&yard)
        yard.drain()
        try yard.crash(0)
        yard.open(0)
        yard.isTooBusy = Self.isSave
        yard.devices[0].fault = nil
        yard.send(.foreground, to: 0)
        yard.drain()
        return yard
    }

    private static func isSave(_ request: FeedRequest) -> Bool { if case .save = request { true } else { false } }

    @Test(
        "A write of an earlier process is retried while the service is busy, later each time",
        arguments: [(nil, 1...20), (900, 4...4)] as [(Int?, ClosedRange<Int>)])
    func tooBusy(seconds: Int?, tries: ClosedRange<Int>) throws {
        var yard = try self.busy(for: seconds)
        let before = yard.requests.count { Self.isSave($0.1) }
        // Whatever else makes it read.
        for _ in 0..<60 {
            yard.wait(.minutes(1))
            yard.sync(0)
            yard.drain()
        }
        #expect(tries.contains(yard.requests.count { Self.isSave($0.1) } - before))
        #expect(yard.devices[0].view["n0"]?.userActionState == .dismissed)
        yard.isTooBusy = { _ in false }
        yard.wait(.hours(1))
        self.everythingSynced(&yard)
        #expect(self.states(yard) == [.dismissed, .dismissed] && yard.devices[0].machine.isQuiet)
    }

    @Test("Refused writes cause no read before the service allows it")
    func refusedWhileWaiting() {
        var yard = self.pair()
        yard.busyTime = 3_600
        yard.isTooBusy = { _ in true }
        yard.sync(0)
        yard.drain()
        let before = yard.fetches(of: 0)
        for _ in 0..<5 {
            _ = self.dismiss(&yard)
            yard.drain()
        }
        yard.wait(.minutes(50))
        #expect(yard.fetches(of: 0) == before)
        yard.isTooBusy = { _ in false }
        yard.wait(.hours(2))
        #expect(yard.fetches(of: 0) == before + 1 && yard.devices[0].machine.isQuiet)
    }

    private static let falseWords: [(answer: DeviceAnswer, failure: DeviceFailure)] = [
        (.refused(.unavailable, retryAfter: nil), .refused(.unavailable)), (.done, .strangeAnswer),
    ]

    @Test(
        "After a refusal or an unreadable answer the device reads, because the service may have made the change",
        arguments: Self.falseWords)
    func refusedAndDone(_ answer: DeviceAnswer, _ failure: DeviceFailure) throws {
        var yard = self.pair()
        let call = self.dismiss(&yard)
        yard.deliver()
        yard.queue.removeAll()
        yard.send(.answer(try #require(yard.lastTicket(of: 0)), answer), to: 0)
        #expect(yard.devices[0].outcome(of: call) == .failed(failure))
        #expect(yard.shown(0).map(\.userActionState) == [.noInteraction])
        self.everythingSynced(&yard)
        #expect(self.states(yard) == [.dismissed, .dismissed] && yard.devices[0].machine.isQuiet)
    }

    @Test("Writes without a network are sent in order when there is one, over any number of starts")
    func offline() throws {
        var yard = self.pair()
        yard.devices[0].fault = .noNetwork
        yard.send(.connectionFailed(.noNetwork), to: 0)
        _ = yard.save("n0", on: 0, action: .snoozed)
        _ = yard.save("n0", on: 0, read: .read)
        yard.drain()
        for _ in 0..<3 {
            try yard.crash(0)
            yard.open(0)
            yard.drain()
            let shown = yard.shown(0)
            #expect(shown.map(\.userActionState) == [.snoozed] && shown.map(\.readState) == [.read])
            #expect(yard.devices[0].view["n0"]?.userActionState == .snoozed)
        }
        let save = yard.save("n0", on: 0, action: .dismissed)
        yard.drain()
        #expect(yard.devices[0].outcome(of: save) == nil)
        yard.devices[0].fault = nil
        yard.send(.foreground, to: 0)
        self.everythingSynced(&yard)
        #expect(self.states(yard) == [.dismissed, .dismissed] && yard.shown(1).map(\.readState) == [.read])
        #expect(yard.devices[0].outcome(of: save) == .saved(true))
        #expect(yard.devices[0].machine.isQuiet)
    }

    @Test("If a token is missing because of the network, the work waits, even if the connection seems open")
    func noToken() throws {
        var yard = self.pair()
        try yard.crash(0)
        (yard.devices[0].user, yard.devices[0].fault) = (nil, .noNetwork)
        yard.open(0)
        let save = yard.save("n0", on: 0, action: .dismissed)
        yard.drain()
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed])
        #expect(yard.devices[0].outcome(of: save) == nil && yard.devices[0].alarm != nil)
        (yard.devices[0].user, yard.devices[0].fault) = ("alice", nil)
        yard.send(.foreground, to: 0)
        self.everythingSynced(&yard)
        #expect(self.states(yard) == [.dismissed, .dismissed])
        #expect(yard.devices[0].outcome(of: save) == .saved(true) && yard.devices[0].machine.isQuiet)
    }

    @Test("If a token is missing although there is a network, the caller gets an error and the current state")
    func refusedToken() throws {
        var yard = self.pair()
        try yard.crash(0)
        yard.devices[0].user = nil
        yard.open(0)
        let save = yard.save("n0", on: 0, action: .dismissed)
        yard.drain()
        #expect(yard.devices[0].outcome(of: save) == .failed(.tokenFailed))
        #expect(self.states(yard) == [.noInteraction, .noInteraction] && yard.devices[0].machine.isQuiet)
    }

    /// A process has asked for something without a network; the next one has read, and is about to write it.
    private func inherited() throws -> DeviceYard {
        var yard = self.pair()
        yard.devices[0].fault = .noNetwork
        yard.send(.connectionFailed(.noNetwork), to: 0)
        _ = self.dismiss(&yard)
        yard.drain()
        try yard.crash(0)
        yard.devices[0].fault = nil
        yard.open(0)
        let before = yard.requests.count
        while !yard.requests[before...].contains(where: { if case .fetch = $0.1 { true } else { false } }) {
            yard.deliver()
        }
        while !yard.queue.contains(where: { if case .request(_, _, _, .save) = $0 { true } else { false } }) {
            yard.deliver()
        }
        return yard
    }

    /// The service takes no token any more, and the app has no other.
    private func losesToken(_ yard: inout DeviceYard) {
        yard.users = [:]
        yard.devices[0].user = nil
        yard.drain()
    }

    /// What the phone's user wants is seen, and written when there is a token again.
    private func getsToken(_ yard: inout DeviceYard) {
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed] && yard.devices[0].machine.isQuiet)
        yard.devices[0].user = "alice"
        yard.send(.foreground, to: 0)
        self.everythingSynced(&yard)
        #expect(self.states(yard) == [.dismissed, .dismissed] && yard.devices[0].machine.isQuiet)
    }

    @Test("A write of an earlier process survives a refused token, and is sent when there is another")
    func inheritedWithoutToken() throws {
        var yard = try self.inherited()
        self.losesToken(&yard)
        self.getsToken(&yard)
    }

    @Test("A write of an earlier process waits for a read that starts after the running one")
    func inheritedDuringRead() throws {
        var yard = try self.inherited()
        yard.sync(0)
        let read = yard.queue.firstIndex { if case .request(_, _, _, .fetch) = $0 { true } else { false } }
        yard.deliver(try #require(read))
        // Its answer takes long.
        let answer = yard.queue.removeLast()
        self.losesToken(&yard)
        yard.queue.append(answer)
        yard.drain()
        self.getsToken(&yard)
    }

    @Test("A write of an earlier process survives an unreadable answer", arguments: [true, false])
    func inheritedAndMangled(arrives: Bool) throws {
        var yard = try self.inherited()
        if arrives { yard.deliver() }
        yard.queue.removeAll()
        yard.send(.answer(try #require(yard.lastTicket(of: 0)), .done), to: 0)
        #expect(yard.shown(0).map(\.userActionState) == [.dismissed] && !yard.devices[0].machine.isQuiet)
        yard.wait(.hours(1))
        self.everythingSynced(&yard)
        #expect(self.states(yard) == [.dismissed, .dismissed] && yard.devices[0].machine.isQuiet)
    }

    @Test("A stored state with such writes is read back unchanged")
    func durable() throws {
        var yard = self.pair()
        yard.devices[0].fault = .noNetwork
        yard.send(.connectionFailed(.noNetwork), to: 0)
        _ = yard.save("n0", on: 0, read: .read)
        _ = yard.save("n0", on: 0, action: .dismissed)
        _ = yard.delete("n0", on: 0)
        yard.drain()
        let machine = yard.devices[0].machine
        let bytes = machine.encoded(yard.names)
        var names = yard.names
        #expect(try DeviceMachine(decoding: bytes, &names) == machine.restarted())
        #expect(machine.restarted().encodedCount(yard.names) == bytes.count)
    }

    @Test("Removing an account removes its pending writes")
    func removal() throws {
        var yard = self.pair()
        let call = try self.lose(answer: false, &yard, self.dismiss)
        yard.send(.removeAccount(yard.devices[0].call(), yard.account), to: 0)
        self.everythingSynced(&yard)
        #expect(yard.devices[0].outcome(of: call) == .failed(.accountNotFound))
        #expect(yard.shown(1).map(\.userActionState) == [.noInteraction] && yard.devices[0].machine.isQuiet)
    }
}
