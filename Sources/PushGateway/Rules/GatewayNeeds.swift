/// The rows that a store reads before the rules decide about an event. The rules see nothing else.
///
/// Each row needs the rows that it refers to (`DeliveryRow.references`), and so on. An app is *entered* when it is
/// named here, has one of the tokens, is the app of the push, or is one of all the apps of the device.
package struct GatewayNeeds: Hashable, Sendable {
    /// The condition for reading pushes of other apps that wait to be released with their device.
    package enum Group: Hashable, Sendable {
        case never
        case always
        /// They are read if the row of `push` asks for it (`DeliveryRow.Push.asksForGroup`).
        case ifPushAsks
    }

    /// The tokens whose registrations are read, if they exist.
    package var tokens: [DeviceToken] = []
    /// The push to read, if it still exists.
    package var push: PushNumber?
    package var app: AppNumber?
    package var device: DeviceNumber?
    /// Whether to read every app of `device`.
    package var apps = false
    /// Whether to read every registration of `app`.
    package var registrations = false
    /// Whether to read the pushes of each entered app, except flying ones (`DeliveryRow.Push.isFlying`).
    ///
    /// At most one of them is stored and one held; the app is handling the others.
    package var pushes = false
    /// The pushes to read that wait to be released with the device (`DeliveryRow.Push.waitsForBurst`) of the entered
    /// app.
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
