import Basics
import LabScenario
import PushLab

/// A message from the process that runs worlds.
enum WorldAnswer {
    /// The process has read the scenarios and is ready.
    case ready
    /// The outcomes of a plan or of seeds, in their order. If a program under test failed, some outcomes are missing
    /// and the failure is given.
    case runs([SeedRun], LabFailure?)
    /// The requested plan, with every random loss or delay turned into a step. Nil if this is not possible.
    case spelling(Scenario?)
    /// The question cannot be read.
    case unreadable
    /// Bytes that a program wrote to standard error. If the program has ended, `sort` is the kind of its fault.
    case words([UInt8], sort: String?)
    /// A signal asked the process to stop. It ends with this status.
    case stopped(ExitStatus)

    private enum Tag: UInt8 { case ready, runs, spelling, unreadable, words, stopped }

    var bytes: [UInt8] {
        var packer = Packer(origin: Instant(microseconds: 0))
        switch self {
        case .ready: packer.write(Tag.ready.rawValue)
        case .runs(let runs, let failure):
            packer.write(Tag.runs.rawValue)
            packer.write(failure?.description)
            packer.write(count: runs.count)
            for run in runs {
                packer.write(count: run.steps)
                packer.write(run.hasWavered)
                run.trial.pack(into: &packer)
            }
        case .spelling(let plan):
            packer.write(Tag.spelling.rawValue)
            packer.write(plan?.yaml)
        case .unreadable: packer.write(Tag.unreadable.rawValue)
        case .words(let bytes, let sort):
            packer.write(Tag.words.rawValue)
            packer.write(count: bytes.count)
            for byte in bytes { packer.write(byte) }
            packer.write(sort)
        case .stopped(let status):
            packer.write(Tag.stopped.rawValue)
            packer.write(count: Int(status.rawValue))
        }
        return packer.bytes
    }

    init(_ bytes: [UInt8]) {
        var unpacker = Unpacker(bytes, origin: Instant(microseconds: 0))
        switch Tag(rawValue: unpacker.byte()) {
        case .ready?: self = .ready
        case .runs?:
            let failure = unpacker.optionalText().map { LabFailure($0) }
            let runs = (0..<unpacker.count()).map { _ in
                let (steps, hasWavered) = (unpacker.count(), unpacker.flag())
                return SeedRun(trial: Trial(from: &unpacker), steps: steps, hasWavered: hasWavered)
            }
            self = .runs(runs, failure)
        case .spelling?:
            let reading = unpacker.optionalText().map { ScenarioReading(Array($0.utf8)) }
            if case .scenario(let plan)? = reading { self = .spelling(plan) } else { self = .spelling(nil) }
        case .words?:
            let bytes = (0..<unpacker.count()).map { _ in unpacker.byte() }
            self = .words(bytes, sort: unpacker.optionalText())
        case .stopped?: self = .stopped(ExitStatus(rawValue: Int32(unpacker.count())) ?? .interrupted)
        case .unreadable?, nil: self = .unreadable
        }
    }
}
