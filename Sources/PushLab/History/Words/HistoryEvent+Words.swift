package import Basics
import FeedContract
import PushGateway

// Only the files of this folder know the meaning of the bits of an event. That meaning is part of the history format,
// because the hash covers the bits.

extension HistoryEvent {
    /// Three data words, whose meaning depends on the kind of the event.
    package struct Words: Hashable, Sendable {
        var first: UInt64
        var second: UInt64
        var detail: UInt32
    }

    /// The kind of an event with its data words.
    package struct Fact: Hashable, Sendable {
        package let kind: Kind
        package let packed: Words

        init(_ kind: Kind, _ detail: UInt32 = 0, _ first: UInt64 = 0, _ second: UInt64 = 0) {
            self.kind = kind
            self.packed = Words(first: first, second: second, detail: detail)
        }
    }

    /// The words as hashed and stored in files.
    package var rawWords: (detail: UInt32, first: UInt64, second: UInt64) {
        (self.packed.detail, self.packed.first, self.packed.second)
    }

    /// Creates an event from raw words, which may be invalid for its kind.
    package init(
        _ kind: Kind, _ actor: Actor, party: Actor = .lab, subject: TextNumber = .none,
        rawWords words: (detail: UInt32, first: UInt64, second: UInt64),
        at moment: Instant = Instant(microseconds: 0), cause: DieCause = DieCause(step: 0)
    ) {
        let fact = Fact(kind, words.detail, words.first, words.second)
        self.init(fact, actor, party: party, subject: subject, at: moment, cause: cause)
    }
}

// MARK: Parts of a word

extension NotificationStates {
    init(bits: UInt32) {
        self.init(isRead: bits & 0x10 != 0, action: AppChange.Action.allCases[Int(bits & 3)])
    }

    var bits: UInt32 { (self.isRead ? 0x10 : 0) | UInt32(UserActionState(self.action).rawValue) }
}

extension LabPlatform {
    /// The bit in the data words of a commit that means: do not wake devices of this platform.
    var sleeper: UInt32 { 0x1_0000 << UInt32(self.index) }
}

extension RequestWishes {
    init(bits: UInt32) {
        let states = NotificationStates(bits: bits >> 16)
        self.init(
            isRead: bits & 0x200 == 0 ? nil : states.isRead, action: bits & 0x400 == 0 ? nil : states.action,
            isQuiet: bits & 0x1000 != 0)
    }

    var bits: UInt32 {
        let states = NotificationStates(isRead: self.isRead ?? false, action: self.action ?? .none)
        return states.bits << 16 | (self.isRead == nil ? 0 : 0x200) | (self.action == nil ? 0 : 0x400)
            | (self.isQuiet ? 0x1000 : 0)
    }
}

extension RequestStanding {
    init(bits: UInt32) {
        self.init(isSigned: bits & 0x100 != 0, isForFormerInstallation: bits & 0x800 != 0)
    }

    var bits: UInt32 { (self.isSigned ? 0x100 : 0) | (self.isForFormerInstallation ? 0x800 : 0) }
}

extension PageKind {
    init(number: UInt32) {
        self.init(isFull: number & 1 != 0, isLast: number & 2 != 0)
        self.isContinued = number & 4 != 0
        self.days = number >> 8 == 0 ? nil : Int(number >> 8)
    }

    var number: UInt32 {
        (self.isFull ? 1 : 0) | (self.isLast ? 2 : 0) | (self.isContinued ? 4 : 0) | UInt32(self.days ?? 0) << 8
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    init(place: UInt32) {
        precondition(place < Self.allCases.count, "no case of \(Self.self) has place \(place)")
        self = Self.allCases[Int(place)]
    }

    /// The index among all cases.
    var place: UInt32 {
        guard let place = Self.allCases.firstIndex(of: self) else { preconditionFailure("each case is one of all") }
        return UInt32(place)
    }
}
