import Basics

/// A combination of steps that overlap in time. Independent random steps almost never produce one.
///
/// The order of the cases is part of the format of seeds.
enum Overlap: CaseIterable {
    /// A notification is changed elsewhere after a slow read has read it, and before the answer arrives.
    case staleAnswer
    /// A tap arrives during a slow read.
    case tapInRead
    /// The app dies, is suspended, or loses its connection between two pages of a read.
    case deathBetweenPages
    /// The user acts between two pages of a read, and the request or its answer is lost.
    case actBetweenPages
    /// The user acts on an offline device. The app dies, or another device acts, before the device is online.
    case actOffline
    /// Two devices act on one notification, and the earlier request arrives later.
    case crossingActs
    /// The user signs out during a slow read, and signs in with the same or another account.
    case signOutInRead
    /// The clock of the device jumps during a slow read.
    case clockInRead
    /// The service dies while a device waits for it.
    case deathOfService
    /// A notification expires during a slow read.
    case expiryInRead
    /// A notification is published again while a change by its user is on its way.
    case publishedUnderAct
    /// The app's server retries a publication, while the notification is already changed or published again.
    case retriedPublication
    /// The push token changes while a tap is on its way.
    case tokenUnderTap
    /// A backup is restored just after a change by the user that it does not contain.
    case restoreAfterAct
}

/// The overlapping combinations that random choice makes if a scenario asks for them.
extension DeedWriter {
    /// A step of a combination, and its pause after the step before.
    private typealias Part = (pause: Interval, deed: Scenario.Deed)

    /// Occasionally chooses a combination, and sets the times of its steps.
    mutating func overlap(at place: Int, _ times: inout [Interval], _ farewell: Int?) -> [Scenario.Deed]? {
        guard self.overlaps, self.published > 0, self.roll().below(3) == 0 else { return nil }
        let (device, published) = (self.pick(self.devices), self.published)
        let parts = self.parts(of: self.pick(Overlap.allCases), on: device)
        let end = place + parts.count
        guard end <= times.count, farewell.map({ $0 < place || $0 >= end }) ?? true else {
            // No step publishes the new ids.
            self.published = published
            return nil
        }
        for next in place + 1..<end { times[next] = times[next - 1] + parts[next - place].pause }
        for later in end..<times.count { times[later] = max(times[later], times[end - 1]) }
        return parts.map(\.deed)
    }

    private mutating func parts(of overlap: Overlap, on device: Scenario.DeviceName) -> [Part] {
        switch overlap {
        case .staleAnswer, .tapInRead, .signOutInRead, .clockInRead, .expiryInRead:
            self.readParts(of: overlap, on: device)
        case .deathBetweenPages, .actBetweenPages: self.pageParts(of: overlap, on: device)
        case .actOffline, .crossingActs, .publishedUnderAct, .restoreAfterAct: self.actParts(of: overlap, on: device)
        case .deathOfService, .retriedPublication, .tokenUnderTap: self.serviceParts(of: overlap, on: device)
        }
    }

    /// Slows down a device and makes it read, and disturbs this read.
    private mutating func readParts(of overlap: Overlap, on device: Scenario.DeviceName) -> [Part] {
        let lag = self.milliseconds(overlap == .expiryInRead ? 2_000...5_000 : 500...5_000)
        let read = self.newPublication(device.user)
        var parts: [Part] = [(.zero, .device(.slow(lag, for: lag * 8), device)), (self.moment(), read.deed)]
        // The service answers after one lag, and the answer arrives after two.
        let answered = lag + self.milliseconds(300...1_000)
        switch overlap {
        case .tapInRead: parts.append((lag + self.part(of: lag), self.newPublication(device.user).deed))
        case .signOutInRead:
            parts.append((self.part(of: lag * 2), .device(.signOut, device)))
            parts.append((self.part(of: lag), .device(.signIn(self.pick(LabAccount.allCases)), device)))
        case .clockInRead:
            let skew = Interval.seconds(self.number(-86_000...86_000))
            parts.append((self.part(of: lag * 2), .device(.setClock(skew), device)))
            parts.append((self.part(of: lag * 2), .device(.setClock(.zero), device)))
        case .expiryInRead:
            let life = self.number(lag.microseconds / 1_000_000...lag.microseconds / 500_000)
            parts[1].deed = Self.publish(read.id, for: device.user, lifetime: .seconds(life))
        default:
            parts.append((answered, .device(self.anyAct(read.id), self.sibling(of: device))))
            if self.roll().below(2) == 0 { parts.append((self.part(of: lag), self.newPublication(device.user).deed)) }
        }
        return parts
    }

    /// Makes a device read several pages slowly, and disturbs it between two pages.
    private mutating func pageParts(of overlap: Overlap, on device: Scenario.DeviceName) -> [Part] {
        let lag = self.milliseconds(overlap == .actBetweenPages ? 500...2_500 : 200...1_500)
        let id = self.recentId()
        var parts: [Part] = [(.zero, .device(.slow(lag, for: lag * 12), device))]
        if overlap == .actBetweenPages {
            parts.append((self.moment(), .device(self.anyAct(id), self.sibling(of: device))))
        }
        parts += self.severalPublications(device.user)
        let pause = lag + self.part(of: lag * 6)
        guard overlap == .actBetweenPages else {
            let ends: [Scenario.DeviceDeed] = [.crash, .crashMidway, .breakConnection, .forceQuit, .suspend]
            return parts + [(pause, .device(self.pick(ends), device))]
        }
        parts.append((pause, .device(self.anyAct(id), device)))
        let isLost = self.roll().below(3) > 0
        return parts + [(self.part(of: lag * 2), .device(isLost ? .breakConnection : .crash, device))]
    }

    /// Makes a user act, and disturbs the change on its way to the service.
    private mutating func actParts(of overlap: Overlap, on device: Scenario.DeviceName) -> [Part] {
        let (lag, id) = (self.milliseconds(500...4_000), self.recentId())
        let slow: Part = (.zero, .device(.slow(lag, for: lag * 4), device))
        let act: Part = (self.moment(), .device(self.anyAct(id), device))
        let other: Part = (self.part(of: lag), .device(self.anyAct(id), self.sibling(of: device)))
        switch overlap {
        case .actOffline:
            let offline: Part = (.zero, .device(.offline(self.seconds(5...120)), device))
            let ends: [Part] = [
                other, (self.moment(), .device(self.anyAct(id), device)), (self.moment(), .device(.crash, device)),
            ]
            return [offline, act, self.pick(ends)]
        case .publishedUnderAct:
            let again = Scenario.Deed.publish(.raw("content of \(id) again", id: id), user: device.user)
            return [slow, act, (self.part(of: lag * 2), again)]
        case .restoreAfterAct:
            let restore = Scenario.Deed.device(.restore(from: nil), device)
            // A restore takes long, so the request has arrived before.
            return [slow, (.zero, .device(.backUp, device)), act, (.seconds(1) + lag + self.part(of: lag), restore)]
        default: return [slow, act, other]
        }
    }

    /// Disturbs the service, or the way of a tap.
    private mutating func serviceParts(of overlap: Overlap, on device: Scenario.DeviceName) -> [Part] {
        let (lag, id) = (self.milliseconds(200...2_000), self.recentId())
        switch overlap {
        case .deathOfService:
            let slow: Part = (.zero, .device(.slow(lag, for: lag * 6), device))
            let act = Scenario.Deed.device(self.anyAct(id), device)
            let cause = self.roll().below(2) == 0 ? act : self.newPublication(device.user).deed
            return [slow, (self.moment(), cause), (self.part(of: lag * 3), .killService(for: self.seconds(1...60)))]
        case .retriedPublication:
            let read = self.newPublication(device.user)
            let loss: Part = (.zero, .losePublishAnswers(user: device.user, count: Int(self.number(1...3))))
            let again = Scenario.Deed.publish(.raw("content of \(read.id) again", id: read.id), user: device.user)
            let next = self.roll().below(2) == 0 ? again : .device(self.anyAct(read.id), device)
            return [loss, (self.moment(), read.deed), (self.milliseconds(500...4_000), next)]
        default:
            let rotation = Scenario.Deed.device(.rotateToken, device)
            let publication = self.newPublication(device.user).deed
            let isEarly = self.roll().below(2) == 0
            return [(.zero, isEarly ? rotation : publication), (self.moment(), isEarly ? publication : rotation)]
        }
    }

    /// More notifications than one page contains, if pages are small.
    private mutating func severalPublications(_ user: String) -> [Part] {
        let count = Int(self.number(2...8))
        guard self.avoidsBursts else { return [(self.moment(), self.burst(user, count: count))] }
        // A tap announces the first of them, and the slow read that follows contains all of them.
        return (0..<2).map { _ in (self.milliseconds(20...100), self.newPublication(user).deed) }
    }

    mutating func anyAct(_ id: String) -> Scenario.DeviceDeed { .act(self.pick(UserAct.allCases), id) }

    /// Another device of the same user. If there is none, the same device.
    private mutating func sibling(of device: Scenario.DeviceName) -> Scenario.DeviceName {
        let others = self.siblings(of: device).filter { $0 != device }
        return others.isEmpty ? device : self.pick(others)
    }

    private mutating func moment() -> Interval { self.milliseconds(20...500) }

    /// A random duration up to a limit.
    private mutating func part(of limit: Interval) -> Interval { self.roll().within(.milliseconds(20)...limit) }
}
