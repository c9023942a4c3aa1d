extension HistoryEvent {
    /// Whether an answer is the service's word on what was asked, and not on its asker's token or on how busy it is.
    var isVerdict: Bool {
        let status = self.status
        return status < 500 && status != 401 && status != 406
    }

    /// Whether a push was refused for the reason that its address is dead.
    var isGone: Bool {
        (self.kind == .tapRefused || self.kind == .alertRefused) && (self.status == 410 || self.status == 404)
    }
}
