import ShoulderTap

extension PayloadKind {
    /// The kind as a person would say it.
    var words: String {
        switch self {
        case .shoulderTap: "shoulder tap"
        case .alertWithWake: "alert with wake"
        case .mdm: "MDM"
        case .fileProvider: "file provider"
        case .cloudKit: "CloudKit"
        case .voip: "VoIP"
        case .liveActivity: "live activity"
        default: self.description
        }
    }
}
