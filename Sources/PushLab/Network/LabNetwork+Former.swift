/// Percentages by their former names.
extension LabNetwork {
    /// The former name of ``tapsLostPercent``.
    public var tapsLost: Int {
        get { self.tapsLostPercent }
        set { self.tapsLostPercent = newValue }
    }

    /// The former name of ``tapsDoubledPercent``.
    public var tapsDoubled: Int {
        get { self.tapsDoubledPercent }
        set { self.tapsDoubledPercent = newValue }
    }

    /// The former name of ``requestsLostPercent``.
    public var requestsLost: Int {
        get { self.requestsLostPercent }
        set { self.requestsLostPercent = newValue }
    }

    /// The former name of ``answersLostPercent``.
    public var answersLost: Int {
        get { self.answersLostPercent }
        set { self.answersLostPercent = newValue }
    }

    /// The former name of ``connectionsRefusedPercent``.
    public var connectionsRefused: Int {
        get { self.connectionsRefusedPercent }
        set { self.connectionsRefusedPercent = newValue }
    }
}
