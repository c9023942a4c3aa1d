import Basics
import PushGateway

/// New devices.
extension World {
    /// Adds a device, whose user opens the app.
    ///
    /// The push service gives the device this token, or a new one.
    mutating func addDevice(
        _ name: String, on platform: LabPlatform, of user: Int, token: DeviceToken? = nil
    ) -> Int {
        let index = self.people.devices.count
        let entity = People.entity(InstallationName.text(user: self.people.users[user], device: name))
        var device = Device(user: user, name: name, platform: platform, entity: entity, endpoint: 0, pushToken: "")
        device.pushToken = token?.text ?? Post.newToken(platform, self.clock.die, entity, 0)
        device.endpoint = self.register(device.pushToken, on: platform)
        self.post.own(device.endpoint, index, on: platform)
        self.people.add(device)
        self.launch(index, .opened)
        return index
    }

    private mutating func register(_ token: String, on platform: LabPlatform) -> UInt32 {
        switch platform {
        case .ios:
            let appId = self.people.appId
            return self.atApple { delivery, now, actions in
                let phone = delivery.addDevice(into: &actions)
                let app = delivery.install(appId, on: phone, into: &actions)
                delivery.set(app, to: .foreground, at: now, into: &actions)
                delivery.register(app, DeviceToken(token), at: now, into: &actions)
                return app.value
            }
        case .android: return self.post.firebase.register(token)
        case .windows: return self.post.windows.openChannel(token, at: self.clock.now)
        }
    }
}
