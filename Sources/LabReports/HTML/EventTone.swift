import PushLab

/// The category of an event, which determines its colour in the timeline.
///
/// The script of the page uses the same numbers.
enum EventTone: Int, CaseIterable {
    case deed, service, tap, link, sight, trouble, device, claim

    init(_ event: HistoryEvent) {
        switch event.kind {
        case _ where event.kind.isClaim: self = .claim
        case .publishAnswered, .answered, .answerArrived: self = event.status >= 400 ? .trouble : .link
        case .publishAsked, .userActed: self = .deed
        case .committed, .serverStarted, .settled: self = .service
        case .tapSent, .tapStored, .tapHeld, .pushArrived, .pushTaken: self = .tap
        case .tapRefused, .alertRefused, .tapDropped, .connectFailed, .requestLost, .requestGivenUp, .tokenRefused,
            .killed,
            .crashed, .serverDied, .parted:
            self = .trouble
        case .requestArrived, .storeAnswered, .pageServed, .connectAsked, .connected, .requestSent, .changeArrived,
            .tokenAsked, .tokenGiven, .serverTold:
            self = .link
        case .alertArrived, .foreignShown, .shown, .hidden, .alerted, .withdrawn, .badge, .finished: self = .sight
        default: self = event.actor.device == nil ? .service : .device
        }
    }
}
