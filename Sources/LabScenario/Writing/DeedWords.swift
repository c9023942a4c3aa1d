/// What each deed of a step does, in a sentence. The article on scenario files has the same sentences.
enum DeedWords {
    // Looked up, never walked through.
    static let sentences: [String: String] = [
        "publish": "The app's server has news for a user; the name in as is the notification's id. The service refuses "
            + "what expires in more than 30 days, and what is visual and has more than 256 characters.",
        "burst": "So many notifications at once, named as and a number.",
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
        "crash_midway": "The app's process dies the next time that it wants something done, before all of it is.",
        "reinstall": "The app is removed and installed again.",
        "offline": "The device is cut off, for some time or until online.",
        "online": "The network is back.",
        "low_power": "The device saves power, for some time or until normal_power.",
        "normal_power": "It no longer does.",
        "without_background_mode":
            "The app is of a build without the background mode: on iOS no silent push reaches it.",
        "with_background_mode": "It has the mode again.",
        "lock": "The screen goes dark: the app is not in front, and is not opened while it is.",
        "unlock": "It is lit again, as it is when the app is opened.",
        "rotate_token": "The push service gives the app another address.",
        "sign_in": "The user signs in.",
        "sign_out": "The user signs out.",
        "break_connection": "The connection to the service breaks.",
        "lose_taps": "The next taps vanish.",
        "double_taps": "The next taps come twice.",
        "lose_requests": "The next requests never arrive.",
        "lose_answers": "The next answers never come back.",
        "refuse_tokens": "The next access tokens are refused.",
        "loop_pages": "The next pages have a link to the next page that leads back to where they begin.",
        "malform_pages": "The next answers to fetches are no pages.",
        "delay_tap": "The next tap comes so much later.",
        "repeat_tap": "The next tap comes once more, so much later.",
        "delay_answer": "The next answer comes so much later, by half an hour at the most.",
        "refuse_connections": "The next attempts to connect fail: offline, unreachable, untrusted, broken or "
            + "timedOut.",
        "foreign_push": "A push comes that is somebody else's.",
        "malformed_push": "A push comes that is no JSON.",
        "giant_push": "A push comes that is larger than any may be.",
        "set_clock": "The clock of the device is ahead or behind from now on, by a day at the most, or right.",
        "back_up": "All that the app has stored is kept.",
        "restore":
            "What was kept last, of the device or of another one of its user, takes the place of what is stored, "
            + "and the push address is another.",
        "expire_cursors": "The places that a user's devices keep are of no use; each begins anew.",
        "kill_service": "The service's process dies, and is started again after some time.",
        "kill_server":
            "The process of the server under test dies, and is started again after some time; the lab's own has none.",
        "partition": "Some devices, or all, cannot reach the service for some time, or the service some push services.",
        "random": "So many deeds that the seed chooses, 40 or 40..400, within some time.",
        "expect": "What is to hold now, while the storm goes on.",
        "quiesce": "Nothing gets lost and every app is opened until all is quiet.",
    ]
}
