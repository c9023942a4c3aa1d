package import FeedContract
package import Basics
package import NotificationFeed

/// What the service wants done, in the order in which its owner does it: the commit, the pushes, the alarm, the reply,
/// and then the work for the store.
///
/// Each call to the machine gets new actions: one value cannot hold the replies of two calls.
package struct ServiceActions: Sendable {
    /// A change that can no longer be lost, and the command as it was submitted. It may be empty.
    package struct Commit: Sendable {
        package let transaction: FeedTransaction
        package let result: FeedResult

        package var act: FeedCommand.Act { self.transaction.command.act }
    }

    /// One access to the store and the ticket of its answer.
    package struct Work: Sendable {
        package let work: StoreWork
        package let ticket: Ticket

        init(_ work: StoreWork, _ ticket: Ticket) {
            self.work = work
            self.ticket = ticket
        }
    }

    /// A push that is to be tried again after a pause.
    package struct Retry: Hashable, Sendable {
        package let push: UInt64
        package let pause: Interval

        package init(push: UInt64, pause: Interval) {
            self.push = push
            self.pause = pause
        }
    }

    package var commit: Commit?
    /// Pushes to be brought to their push services, by their names in the outbox.
    package var pushes: [UInt64] = []
    package var retry: Retry?
    /// When ``ServiceMachine/ring(at:into:)`` is to be called. It replaces an alarm that was set before.
    package var alarm: Instant?
    package var reply: ServiceReply?
    package var work = Works()

    package init() {}

    /// Traps where the actions of an earlier call would be overwritten.
    func requireUnused() {
        precondition(
            self.commit == nil && self.pushes.isEmpty && self.retry == nil && self.reply == nil && self.work.isEmpty,
            "a call to the service gets actions that hold those of an earlier call")
    }

    /// Pieces of work in order. There is one nearly always, and that one needs no array.
    package struct Works: Sendable, RandomAccessCollection {
        private var only: Work?
        private var others: [Work] = []

        package var startIndex: Int { 0 }
        package var endIndex: Int { self.only == nil ? 0 : 1 + self.others.count }

        package subscript(place: Int) -> Work {
            guard place > 0 else {
                guard let only else { preconditionFailure("there is no work") }
                return only
            }
            return self.others[place - 1]
        }

        mutating func append(_ work: consuming Work) {
            if self.only == nil { self.only = work } else { self.others.append(work) }
        }
    }
}

/// The owner's name for whoever waits for a reply.
package struct Caller: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) { self.number = number }
}

/// The end of what a caller asked for.
package struct ServiceReply: Hashable, Sendable {
    package enum Words: Hashable, Sendable {
        /// For a device. A request that was refused before the store was asked has no commit beside it.
        case device(FeedAnswer)
        /// For a publisher. A request that was refused before the store was asked has no commit beside it.
        indirect case publisher(PublishAnswer)
        /// For the owner, who asked for the act itself: the commit has the outcome.
        case owner
        /// For the owner: the store could not write.
        case failed
    }

    package let caller: Caller
    package let words: Words

    init(to caller: Caller, _ words: Words) {
        self.caller = caller
        self.words = words
    }
}

/// Makes what nobody can guess and no two commands share. It is asked once for each command that reaches the store.
package protocol FreshSource {
    mutating func next() -> Fresh
}
