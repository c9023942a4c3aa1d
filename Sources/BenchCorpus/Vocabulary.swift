/// Words, names and ids for the content of payloads.
enum Vocabulary {
    static let english = [
        "meeting", "moved", "to", "room", "your", "order", "has", "shipped", "new", "message", "in", "the", "project",
        "reply", "tomorrow", "at", "noon", "invoice", "ready", "for", "review", "build", "failed", "on", "main",
        "photo", "shared", "with", "you", "battery", "low", "door", "opened", "weather", "warning", "until", "evening",
    ]
    static let accented = ["réunion", "déplacée", "à", "l’étage", "Grüße", "aus", "München", "señal", "mañana", "über"]
    static let cyrillic = ["новое", "сообщение", "от", "команды", "встреча", "перенесена", "на", "завтра", "готово"]
    static let japanese = ["新しい", "メッセージ", "が", "届きました", "会議", "明日", "確認", "お願いします", "写真"]
    static let arabic = ["رسالة", "جديدة", "من", "الفريق", "الاجتماع", "غدا"]
    static let pictures = ["🎉", "👍🏽", "🚀", "📦", "🇯🇵", "👩‍💻", "❤️"]
    static let technical = [
        "https://example.com/inbox/7", "path/to/file", "say \"hi\"", "C:\\temp\\log", "line one\nline two", "a\tb",
        "Größe", "naïve", "☎", "50 €", "🚀",
    ]
    static let keys = [
        "id", "type", "thread", "sender", "room", "account", "version", "created", "updated", "unread", "source",
        "target", "priority", "labels", "state", "revision", "folder", "origin", "channel", "device", "session",
    ]
    static let kinds = ["message", "sync", "invite", "reminder", "delete", "update", "read", "call", "build"]
    static let hosts = ["contoso.com", "notes.example", "mail.example.org", "app.fabrikam.example"]

    /// Returns a few words, about `length` bytes long, taken from `words`.
    static func sentence(of words: [String], length: Int, _ dice: inout SplitMix64) -> String {
        var text = dice.pick(words)
        while text.utf8.count < length { text += " " + dice.pick(words) }
        return text
    }

    static func hexadecimal(_ count: Int, _ dice: inout SplitMix64) -> String {
        let digits = (0..<count).map { _ in Hexadecimal.digit(UInt8(dice.below(16))) }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns an id in the usual 8-4-4-4-12 form.
    static func uuid(_ dice: inout SplitMix64) -> String {
        [8, 4, 4, 4, 12].map { Self.hexadecimal($0, &dice) }.joined(separator: "-")
    }

    /// Returns an id of the 64 characters that are safe in URLs.
    static func token(_ count: Int, _ dice: inout SplitMix64) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return String(decoding: (0..<count).map { _ in dice.pick(alphabet) }, as: UTF8.self)
    }

    /// Returns a number with exactly `digits` digits.
    static func number(digits: Int, _ dice: inout SplitMix64) -> String {
        var text = String(1 + dice.below(9))
        for _ in 1..<digits { text += String(dice.below(10)) }
        return text
    }
}
