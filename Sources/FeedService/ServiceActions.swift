package import FeedContract
package import Basics
package import NotificationFeed

/// The actions that the service asks its owner to perform.
///
/// The owner performs them in this order: the commit, the pushes, the alarm, the reply, and then the work for the
/// store. Each call to the machine needs a new value, because one value cannot hold the replies of two calls.
package struct ServiceActions: Sendable {
    /// A change that the store has saved, with the command that made the change. The command may also have changed
    /// nothing.
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

    /// A push that must be retried after a pause.
    package struct Retry: Hashable, Sendable {
        package let push: UInt64
        package let pause: Interval

        package init(push: UInt64, pause: Interval) {
            self.push = push
            self.pause = pause
        }
    }

    package var commit: Commit?
    /// The ids of the pushes to send. They are the ids in the outbox.
    package var pushes: [UInt64] = []
    package var retry: Retry?
    /// The time at which to call ``ServiceMachine/ring(at:_:into:)``. It replaces an alarm that was set before.
    package var alarm: Instant?
    package var reply: ServiceReply?
    package var work = Works()

    package init() {}

    /// Stops the program if this value still contains the actions of an earlier call.
    func requireUnused() {
        precondition(
            self.commit == nil && self.pushes.isEmpty && self.retry == nil && self.reply == nil && self.work.isEmpty,
            "a call to the service gets actions that hold those of an earlier call")
    }

    /// Pieces of work in order. There is nearly always only one piece, which is stored without an array.
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

/// The sender of a request, who waits for a reply. The number is an id that the owner of the service assigned.
package struct Caller: Hashable, Sendable {
    package let number: UInt64

    package init(_ number: UInt64) { self.number = number }
}

/// The reply to a caller's request.
package struct ServiceReply: Hashable, Sendable {
    package enum Words: Hashable, Sendable {
        /// The answer for a device. If the request was refused before the store was accessed, the actions contain no
        /// commit.
        case device(FeedAnswer)
        /// The answer for a publisher. If the request was refused before the store was accessed, the actions contain no
        /// commit.
        indirect case publisher(PublishAnswer)
        /// The reply to the owner after an act that the owner submitted. The outcome of the act is in the commit, not
        /// in this reply.
        case owner
        /// The reply to the owner when the store could not write.
        case failed
    }

    package let caller: Caller
    package let words: Words

    init(to caller: Caller, _ words: Words) {
        self.caller = caller
        self.words = words
    }
}

/// A source of unguessable and unique values. It is called once for each command that reaches the store.
package protocol FreshSource {
    mutating func next() -> Fresh
}
