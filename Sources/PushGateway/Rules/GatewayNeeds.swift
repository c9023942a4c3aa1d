/// The rows that a store reads before the rules decide about an event. The rules see no other rows.
///
/// Some of these rows refer to other rows (`DeliveryRow.references`). Those rows are read too, and so on. An app is
/// *entered* in four cases: it is named here, it has one of the tokens, it is the app of the push, or `apps` is true
/// and it is on the device.
package struct GatewayNeeds: Hashable, Sendable {
    /// The cases in which pushes of other apps are read too. These pushes wait to be released together with the other
    /// pushes of their device.
    package enum Group: Hashable, Sendable {
        case never
        case always
        /// These pushes are read if the push with the number `push` can join a group (`DeliveryRow.Push.asksForGroup`).
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
    /// At most one of these pushes is stored, and at most one is held. The app is handling all others.
    package var pushes = false
    /// The cases in which the pushes that wait for a joint release are read. These are pushes of the entered app's
    /// device (`DeliveryRow.Push.waitsForBurst`).
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
