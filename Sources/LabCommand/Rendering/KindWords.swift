import ShoulderTap

extension PayloadKind {
    /// The readable name of the kind.
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
