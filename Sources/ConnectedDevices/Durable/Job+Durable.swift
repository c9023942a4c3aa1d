import Basics
import FeedContract

/// The encoding of writes that the service has not confirmed yet.
extension DurableWriter {
    mutating func write(_ job: Job, _ names: NameTable) {
        self.write(job.feed.number)
        switch job.kind {
        case .save(let id, let generation, let read, let action):
            self.write(UInt8(0))
            self.write(id, names)
            self.write(optional: generation) { $0.write($1) }
            self.write(optional: read) { $0.write($1.rawValue) }
            self.write(optional: action) { $0.write($1.rawValue) }
        case .delete(let id, let generation):
            self.write(UInt8(1))
            self.write(id, names)
            self.write(optional: generation) { $0.write($1) }
        case .addAccount, .register, .unregister, .subscribe, .unsubscribe, .sync, .confirmation:
            preconditionFailure("of work only writes survive the process")
        }
        self.write(optional: job.ground) { writer, ground in
            writer.write(ground.readState.rawValue)
            writer.write(ground.userActionState.rawValue)
            writer.write(ground.version)
            writer.write(optional: ground.epoch) { $0.write($1) }
        }
        self.write(UInt8(job.isRest ? 1 : 0))
    }
}

extension DurableReader {
    /// Decodes an unconfirmed write to one of these feeds.
    mutating func write(of feeds: [FeedRecord], _ names: inout NameTable) throws(DurableFault) -> Job {
        let number = FeedNumber(try self.number())
        guard let feed = feeds.first(where: { $0.number == number }) else { throw .damaged }
        let tag: UInt8 = try self.number()
        let id = names.intern(try self.text())
        let generation: UInt64? = try self.option { (reader) throws(DurableFault) in try reader.number() }
        let kind: Job.Kind
        switch tag {
        case 0:
            let read: ReadState? = try self.option { (reader) throws(DurableFault) in try reader.choice() }
            let action: UserActionState? = try self.option { (reader) throws(DurableFault) in try reader.choice() }
            kind = .save(id, generation, read, action)
        case 1: kind = .delete(id, generation)
        default: throw .damaged
        }
        var job = Job(kind, feed.account, feed: number, .nobody)
        job.ground = try self.option { (reader) throws(DurableFault) in
            Job.Ground(
                readState: try reader.choice(), userActionState: try reader.choice(), version: try reader.number(),
                epoch: try reader.option { (reader) throws(DurableFault) in try reader.number() })
        }
        job.isRest = try self.option { _ in () } != nil
        return job
    }
}
