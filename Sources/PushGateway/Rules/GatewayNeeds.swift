/// The rows that a store reads before the rules decide about an event. The rules see no other rows.
///
/// The rows that these rows refer to (`DeliveryRow.references`) are read too, and so on. An app is *entered* if it is
/// named here, if it has one of the tokens, if it is the app of the push, or if `apps` is true and it is on the device.
package struct GatewayNeeds: Hashable, Sendable {
    /// The condition for reading the pushes of other apps that are released together with their device.
    package enum Group: Hashable, Sendable {
        case never
        case always
        /// The pushes are read if the row of `push` asks for it (`DeliveryRow.Push.asksForGroup`).
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
    /// Whether to read the pushes of each entered app, except flying pushes (`DeliveryRow.Push.isFlying`).
    ///
    /// Of these pushes, at most one is stored and at most one is held. The app is handling all others.
    package var pushes = false
    /// Whether to read the pushes that are released together with the device of the entered app
    /// (`DeliveryRow.Push.waitsForBurst`).
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
