/// The kind of a payload, as far as its bytes determine it.
///
/// More kinds may be added, so this is a value with known members, not an enumeration to switch over.
public struct PayloadKind: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String, CaseIterable {
        case shoulderTap, background, alert, alertWithWake, mdm, fileProvider, cloudKit, voip
        case liveActivity, widgets, foreign, malformed
    }

    private let name: Name

    /// A silent background push with our envelope: exactly what `Tap.tryParse` recognises.
    public static let shoulderTap = Self(name: .shoulderTap)
    /// A silent background push without our envelope.
    public static let background = Self(name: .background)
    /// A push with something to show, count or play.
    public static let alert = Self(name: .alert)
    /// An alert push that also wakes the app in the background.
    public static let alertWithWake = Self(name: .alertWithWake)
    /// A wake-up of the device management client.
    public static let mdm = Self(name: .mdm)
    /// A change signal for a file provider extension.
    public static let fileProvider = Self(name: .fileProvider)
    /// A CloudKit frame without an `aps` dictionary.
    public static let cloudKit = Self(name: .cloudKit)
    /// An empty `aps`, which only a VoIP or push-to-talk topic delivers.
    public static let voip = Self(name: .voip)
    /// The start, update or end of a Live Activity.
    public static let liveActivity = Self(name: .liveActivity)
    /// A request to reload widgets.
    public static let widgets = Self(name: .widgets)
    /// Valid JSON that is not a push this library knows.
    public static let foreign = Self(name: .foreign)
    /// Bytes that no reader may trust. They are not JSON, they exceed the limits, or they repeat a key that decides the
    /// verdict.
    public static let malformed = Self(name: .malformed)

    /// Every kind that this version knows, in the order of the documentation.
    public static let all: [PayloadKind] = Name.allCases.map(Self.init(name:))

    /// The kind with this spelling; nil for an unknown word.
    public init?(_ spelling: some StringProtocol) {
        guard let name = Name(rawValue: String(spelling)) else { return nil }
        self.name = name
    }

    private init(name: Name) { self.name = name }

    /// The spelling in machine-readable output.
    public var description: String { self.name.rawValue }
}
