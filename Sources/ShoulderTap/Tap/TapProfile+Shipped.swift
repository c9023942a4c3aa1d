/// Profiles of systems whose pushes follow the same pattern, as examples to start from.
extension TapProfile {
    /// Matrix with the push format `event_id_only`: the event and its room. The app fetches the rest.
    ///
    /// Push gateways send the event beside an alert that a service extension replaces, so any push may carry it.
    public static let matrix = TapProfile(
        name: "matrix", push: .any, required: [["room_id"], ["event_id"]],
        subscription: ["room_id"], ids: ["event_id"])

    /// CloudKit: the container, the subscription that fired, and the id of this notification.
    ///
    /// The frame comes in a silent push, beside an alert, or without any `aps`.
    public static let cloudKit = TapProfile(
        name: "cloudKit", push: .any, required: [["ck", "nid"]],
        host: ["ck", "cid"], subscription: ["ck", "qry", "sid"], ids: ["ck", "nid"])

    /// Nextcloud's push: the content is encrypted in `subject`, so the payload itself contains no ids.
    public static let nextcloud = TapProfile(name: "nextcloud", push: .any, required: [["subject"]])

    /// Nextcloud's decrypted subject of a deletion: `{"delete":true,"nid":7}`.
    public static let nextcloudDeletion = TapProfile(
        name: "nextcloudDeletion", push: .any, required: [["delete"], ["nid"]], ids: ["nid"])

    /// Nextcloud's decrypted subject of several deletions: `{"delete-multiple":true,"nids":[7,8]}`.
    public static let nextcloudDeletions = TapProfile(
        name: "nextcloudDeletions", push: .any, required: [["delete-multiple"], ["nids"]], ids: ["nids", .each])

    /// Every profile that the library ships.
    public static let shipped: [TapProfile] = [
        .matrix, .cloudKit, .nextcloud, .nextcloudDeletion, .nextcloudDeletions,
    ]
}
