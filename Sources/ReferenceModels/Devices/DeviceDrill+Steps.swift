import ConnectedDevices
import FeedContract
import NotificationFeed

/// The steps that several situations share.
extension DeviceDrill {
    /// The feed of the user of the first device.
    static let feedKey = FeedKey(host: DeviceYard.host, user: "alice")

    // MARK: The service

    /// Changes the feed at the service, and loses the pushes for the change.
    mutating func changeUnnoticed(_ act: FeedCommand.Act) {
        _ = self.yard.service.run(act, at: self.yard.now)
        _ = self.yard.service.takeTaps()
    }

    /// Changes the action of a notification at the service, and loses the pushes for it.
    mutating func update(_ id: String, _ action: UserActionState) {
        self.changeUnnoticed(.update(Self.feedKey, StateUpdate(id: id, userActionState: action)))
    }

    /// Returns a page without changes that names a next page.
    static func emptyPage(before next: String) -> DevicePage {
        DevicePage(
            changes: [], next: .more(Cursor(next)), position: FeedPosition(epoch: 1, mark: 1), isFull: false)
    }

    /// Delivers all messages, but answers the requests for changes with other pages.
    ///
    /// - Parameter page: Returns the page for a request. Called with the number of the request, counted from one.
    /// - Returns: The number of requests. It is at most `most`.
    mutating func serveFetches(most: Int, with page: (Int) -> DevicePage) -> Int {
        var served = 0
        while !self.yard.queue.isEmpty, served < most {
            guard case .request(let device, let ticket, _, .fetch) = self.yard.queue[0] else {
                self.yard.deliver()
                continue
            }
            self.yard.queue.removeFirst()
            served += 1
            self.yard.queue.append(.event(device: device, .answer(ticket, .page(page(served)))))
        }
        return served
    }

    /// Delivers messages until the next page for the first device is about to arrive, and takes this page out.
    mutating func holdPage() -> DeviceEvent? {
        for _ in 0..<100 where !self.yard.queue.isEmpty {
            if case .event(0, .answer(let ticket, .page(let page))) = self.yard.queue[0] {
                self.yard.queue.removeFirst()
                return .answer(ticket, .page(page))
            }
            self.yard.deliver()
        }
        return nil
    }

    /// Delivers messages until a save by the first device is about to arrive. Returns the ticket of the save, or nil if
    /// no save comes.
    mutating func deliverUntilSave() -> TicketNumber? {
        while let next = self.yard.queue.first {
            if case .request(0, let ticket, _, .save) = next { return ticket }
            self.yard.deliver()
        }
        return nil
    }

    // MARK: The first device

    /// Breaks the connection of the first device, and refuses new ones.
    mutating func goOffline() {
        self.yard.devices[0].fault = .noNetwork
        self.yard.send(.connectionFailed(.noNetwork), to: 0)
    }

    /// Ends the fault of the network, and lets the app come to the foreground.
    mutating func goOnline() {
        self.yard.devices[0].fault = nil
        self.yard.send(.foreground, to: 0)
        self.yard.drain()
    }

    /// Ends the process of an app, and starts the SDK with the stored state. Returns a problem if the state cannot be
    /// read.
    mutating func crash(_ device: Int = 0) -> String? {
        do throws(DurableFault) {
            try self.yard.crash(device)
            return nil
        } catch { return "what the device stored cannot be read: \(error)" }
    }

    /// Ends the process of the app on the first device, and starts the app again. Returns a problem if the stored state
    /// cannot be read.
    mutating func restart() -> String? {
        if let problem = self.crash() { return problem }
        self.yard.open(0)
        self.yard.drain()
        return nil
    }
}
