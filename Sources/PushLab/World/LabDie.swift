import Basics

/// What the lab rolls dice for. The numbers are part of the format of seeds.
extension DiePurpose {
    static let connectDelay = DiePurpose(number: 1)
    static let requestDelay = DiePurpose(number: 2)
    static let answerDelay = DiePurpose(number: 3)
    static let requestLoss = DiePurpose(number: 4)
    static let answerLoss = DiePurpose(number: 5)
    static let tapDelay = DiePurpose(number: 6)
    static let tapLoss = DiePurpose(number: 7)
    static let tapCopy = DiePurpose(number: 8)
    static let senderDelay = DiePurpose(number: 9)
    static let publishDelay = DiePurpose(number: 10)
    static let tokenDelay = DiePurpose(number: 11)
    static let connectRefusal = DiePurpose(number: 12)
    static let postAnswerDelay = DiePurpose(number: 13)
    /// Whether what a process wanted to send when it died had left already.
    static let lastWords = DiePurpose(number: 14)
    /// What nobody has seen before: ids, keys, tokens.
    static let fresh = DiePurpose(number: 16)
    static let accessToken = DiePurpose(number: 17)
    static let pushToken = DiePurpose(number: 18)
    /// What an app rolls for itself.
    static let app = DiePurpose(number: 32)
    /// What the SDK in an app rolls.
    static let sdk = DiePurpose(number: 33)
    /// What a server under test rolls for itself, counted over the events of one cause.
    static let backend = DiePurpose(number: 34)
    /// What an app under test rolls for itself, counted over the events of one cause.
    static let appInOrder = DiePurpose(number: 35)
}
