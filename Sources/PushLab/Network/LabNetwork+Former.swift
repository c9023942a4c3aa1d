/// The percentages under their former names.
extension LabNetwork {
    /// The former name of ``tapsLostPercent``.
    @available(*, deprecated, renamed: "tapsLostPercent")
    public var tapsLost: Int {
        get { self.tapsLostPercent }
        set { self.tapsLostPercent = newValue }
    }

    /// The former name of ``tapsDoubledPercent``.
    @available(*, deprecated, renamed: "tapsDoubledPercent")
    public var tapsDoubled: Int {
        get { self.tapsDoubledPercent }
        set { self.tapsDoubledPercent = newValue }
    }

    /// The former name of ``requestsLostPercent``.
    @available(*, deprecated, renamed: "requestsLostPercent")
    public var requestsLost: Int {
        get { self.requestsLostPercent }
        set { self.requestsLostPercent = newValue }
    }

    /// The former name of ``answersLostPercent``.
    @available(*, deprecated, renamed: "answersLostPercent")
    public var answersLost: Int {
        get { self.answersLostPercent }
        set { self.answersLostPercent = newValue }
    }

    /// The former name of ``connectionsRefusedPercent``.
    @available(*, deprecated, renamed: "connectionsRefusedPercent")
    public var connectionsRefused: Int {
        get { self.connectionsRefusedPercent }
        set { self.connectionsRefusedPercent = newValue }
    }
}
