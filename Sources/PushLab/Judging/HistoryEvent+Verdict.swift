extension HistoryEvent {
    /// Whether an answer decides the request.
    ///
    /// An answer about the token or about overload does not.
    var isVerdict: Bool {
        let status = self.status
        return status < 500 && status != 401 && status != 406
    }

    /// Whether a push was refused because its address is dead.
    var isGone: Bool {
        (self.kind == .tapRefused || self.kind == .alertRefused) && (self.status == 410 || self.status == 404)
    }
}
