import ConnectedDevices

/// The app of one device, while its process runs.
///
/// The reference app, of which there may be a million, lies there as a value and changes in place.
struct RunningApp {
    private var reference: ReferenceApp?
    private(set) var other: (any LabApp)?

    /// No process.
    init() {}

    init(_ app: any LabApp) {
        if let app = app as? ReferenceApp { self.reference = app } else { self.other = app }
    }

    init(reference app: ReferenceApp) { self.reference = app }

    mutating func handle(_ event: AppEvent, _ system: inout AppSystem) {
        self.reference?.handle(event, &system)
        self.other?.handle(event, &system)
    }

    mutating func receive(_ event: PlatformEvent, _ system: inout AppSystem) {
        self.reference?.receive(event, &system)
        guard var app = self.other as? any SDKApp else { return }
        self.other = nil
        app.receive(event, &system)
        self.other = app
    }
}
