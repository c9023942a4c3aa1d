import Basics

extension Scenario {
    /// A condition that must hold in the end.
    package enum Expectation: Hashable, Sendable {
        /// A condition for a notification on all devices of its users.
        ///
        /// If the condition leaves a property out, the property may have any value.
        case everywhere(String, Sight)
        case on(DeviceName, String, Sight)
        /// The devices of each user show only the notifications in the user's feed, and show all of them.
        case agreement
        /// Promises that must be checked at least once over all seeds.
        ///
        /// Every run judges all promises.
        case hold(ClosedRange<Property>)
    }

    /// The visible state of a notification.
    package struct Sight: Hashable, Sendable {
        package var state: State?
        package var isRead: Bool?
        package var banner: Banner?

        package init(state: State? = nil, isRead: Bool? = nil, banner: Banner? = nil) {
            self.state = state
            self.isRead = isRead
            self.banner = banner
        }
    }

    package enum State: String, Hashable, Sendable, CaseIterable {
        /// The notification is in the list, without any action of the user.
        case active
        case activated
        case dismissed
        case snoozed
        /// The notification is not in the list.
        case gone

        init(_ action: AppChange.Action?) {
            switch action {
            case .none?: self = .active
            case .activated?: self = .activated
            case .dismissed?: self = .dismissed
            case .snoozed?: self = .snoozed
            case nil: self = .gone
            }
        }
    }

    /// The visibility of a notification in the tray.
    package enum Banner: String, Hashable, Sendable, CaseIterable {
        case shown
        case none
    }
}

extension Scenario {
    /// The ids of the notifications that the expectations are about, both the expectations at the end and the
    /// expectations at a step.
    var expectedIDs: [String] {
        let steps = self.steps.compactMap { step in
            if case .expect(let expectation) = step.deed { expectation } else { nil }
        }
        return (self.expectations + steps).compactMap(\.notification)
    }
}

extension Scenario.Sight {
    /// Describes how a device differs from this state; nil when it does not differ.
    func difference(_ id: String, on device: LabDevice) -> String? {
        let state = Scenario.State(device.state(of: id))
        if let wanted = self.state, wanted != state { return "\(id) is \(state.rawValue), not \(wanted.rawValue)" }
        if let wanted = self.isRead, wanted != device.isRead(id) {
            return wanted ? "\(id) is not read" : "\(id) is read"
        }
        let isShown = device.tray.contains { $0.isExactly(id) }
        switch self.banner {
        case .shown? where !isShown: return "\(id) has no banner"
        case Scenario.Banner.none? where isShown: return "\(id) has a banner"
        default: return nil
        }
    }
}
