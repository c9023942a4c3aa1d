extension DeliveryAction {
    /// Returns the same action with its app number replaced.
    func renamed(_ name: (AppNumber) -> AppNumber) -> DeliveryAction {
        switch self {
        case .wake(let app, let number, let push): .wake(name(app), number, push)
        case .ring(let app, let number, let push): .ring(name(app), number, push)
        case .showAlert(let app, let number, let push): .showAlert(name(app), number, push)
        case .handAlert(let app, let number, let push): .handAlert(name(app), number, push)
        case .handToSystem(let app, let number, let push): .handToSystem(name(app), number, push)
        case .store(let app, let number, let reason): .store(name(app), number, reason)
        case .hold(let app, let number, let reason): .hold(name(app), number, reason)
        case .handled(let app, let number, let result, let took): .handled(name(app), number, result, took: took)
        case .overdue(let app, let number): .overdue(name(app), number)
        case .kill(let app, let reason): .kill(name(app), reason)
        case .drop, .replace, .setTimer, .cancelTimer, .log: self
        }
    }
}
