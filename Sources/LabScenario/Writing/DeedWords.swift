/// What each deed of a step does, in a sentence. The article on scenario files has the same sentences.
enum DeedWords {
    // Looked up, never walked through.
    static let sentences: [String: String] = [
        "publish": "The app's server has news for a user; the name in as is the notification's id.",
        "open": "The user taps a notification.",
        "dismiss": "The user swipes it away.",
        "snooze": "The user puts it off.",
        "read": "The user marks it as read.",
        "delete": "The user deletes it everywhere.",
        "foreground": "The user looks at the app.",
        "background": "The user looks elsewhere.",
        "suspend": "The system puts the app to sleep; a tap may wake it.",
        "force_quit": "The user swipes the app away; nothing wakes it until it is opened.",
        "crash": "The app's process dies.",
        "reinstall": "The app is removed and installed again.",
        "offline": "The device is cut off, for some time or until online.",
        "online": "The network is back.",
        "low_power": "The device saves power, for some time or until normal_power.",
        "normal_power": "It no longer does.",
        "rotate_token": "The push service gives the app another address.",
        "sign_in": "The user signs in.",
        "sign_out": "The user signs out.",
        "break_connection": "The connection to the service breaks.",
        "lose_taps": "The next taps vanish.",
        "double_taps": "The next taps come twice.",
        "lose_requests": "The next requests never arrive.",
        "lose_answers": "The next answers never come back.",
        "refuse_tokens": "The next access tokens are refused.",
        "delay_tap": "The next tap comes so much later.",
        "refuse_connections": "The next attempts to connect fail: offline, unreachable, untrusted, broken or "
            + "timedOut.",
        "random": "So many deeds that the seed chooses, 40 or 40..400, within some time.",
        "expect": "What is to hold now, while the storm goes on.",
        "quiesce": "Nothing gets lost and every app is opened until all is quiet.",
    ]
}
