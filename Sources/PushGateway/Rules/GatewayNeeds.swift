/// The rows that a store reads before the rules decide about an event. The rules see nothing else.
///
/// With each row come those that it refers to (`DeliveryRow.references`), and those of these. An app is *entered* when
/// it is named here, has one of the tokens, is the app of the push, or is one of all the apps of the device.
package struct GatewayNeeds: Hashable, Sendable {
    /// Whether pushes of other apps are read that wait for the burst of their device.
    package enum Group: Hashable, Sendable {
        case never
        case always
        /// When the row of `push` asks for it (`DeliveryRow.Push.asksForGroup`).
        case ifPushAsks
    }

    /// The registrations of these tokens, as far as there are any.
    package var tokens: [DeviceToken] = []
    /// One push, if it is still there.
    package var push: PushNumber?
    package var app: AppNumber?
    package var device: DeviceNumber?
    /// Every app of `device`.
    package var apps = false
    /// Every registration of `app`.
    package var registrations = false
    /// The pushes of each app that is entered, except those that fly (`DeliveryRow.Push.isFlying`). At most one is
    /// stored and one held; the others are in the hands of the app.
    package var pushes = false
    /// The pushes that wait for the burst of the device (`DeliveryRow.Push.waitsForBurst`) on which the entered app is.
    package var group = Group.never

    package init(
        tokens: [DeviceToken] = [], push: PushNumber? = nil, app: AppNumber? = nil, device: DeviceNumber? = nil,
        apps: Bool = false, registrations: Bool = false, pushes: Bool = false, group: Group = .never
    ) {
        self.tokens = tokens
        self.push = push
        self.app = app
        self.device = device
        self.apps = apps
        self.registrations = registrations
        self.pushes = pushes
        self.group = group
    }
}
