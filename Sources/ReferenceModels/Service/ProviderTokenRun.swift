import Basics
import FeedService
import PushGateway

/// The provider tokens of a sender to Apple's push service, over several hours.
enum ProviderTokenRun {
    /// Uses provider tokens for several hours, and checks when they are renewed. Apple accepts no token that is older
    /// than an hour, and no second new token within 20 minutes.
    static func problem(from start: Instant, _ dice: inout RollingDie) -> String? {
        var pass = ProviderPass(key: "KEY0000001", team: "TEAM000001")
        var (now, made, last) = (start, start, "")
        for use in 0..<12 {
            now = now + .seconds(Int64(dice.below(1_500)))
            let text = pass.authorization(at: now, FixedSigner())
            guard text.lowercased().hasPrefix("bearer ") else { return "a provider token is sent as \(text)" }
            if text != last {
                guard use == 0 || now - made >= .minutes(20) else { return "after \(now - made) a new token is made" }
                (made, last) = (now, text)
            }
            guard now - made <= .hours(1) else { return "a provider token is used for \(now - made)" }
            guard dice.below(6) == 0 else { continue }
            let reason = dice.pick(["InvalidProviderToken", "TooManyRequests", "ExpiredProviderToken"])
            pass.refused(SendRefusal(reason == "TooManyRequests" ? 429 : 403, reason))
            let isExpired = reason == "ExpiredProviderToken"
            if isExpired { now = now + .seconds(1) }
            let next = pass.authorization(at: now, FixedSigner())
            guard (next != last) == isExpired else { return "after \(reason) the token is \(next), not \(last)" }
            if isExpired { (made, last) = (now, next) }
        }
        return nil
    }
}

/// A signer that always returns the same signature, for tokens that nobody checks.
private struct FixedSigner: ProviderSigner {
    func signature(over bytes: [UInt8], byKey id: String) -> [UInt8] { Array(repeating: 1, count: 64) }
}
