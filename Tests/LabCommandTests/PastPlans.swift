/// Plans as small as they became, each with what it was about.
enum PastPlans {
    static let all = Self.ofGoodNetworks + Self.ofOtherNetworks + Self.ofDeaths

    private static let ofGoodNetworks: [String] = [
        """
        version: 1
        about: "What a process began outlives a token that is refused to the next one."
        seed: 1
        users:
          alice: {phone: ios, tablet: android}
        steps:
          - {at: 5s, publish: {as: n1}}
          - {at: 20s, offline: phone}
          - {at: 21s, dismiss: {device: phone, n: n1}}
          - {at: 30s, crash: phone}
          - {at: 38s, online: phone}
          - {at: 39s, partition: {devices: [phone], for: 3596s}}
          - {at: 40s, foreground: phone}
          - {at: 3600s, refuse_tokens: phone}
          - {at: 3600s, background: phone}
          - {at: 3634s, delay_answer: {device: phone, by: 12s}}
          - {at: 3636s, foreground: phone}
          - {at: 3700s, quiesce: {}}
        expect:
          - {everywhere: n1, state: dismissed}

        """,
        """
        version: 1
        about: "The system alerts of what is visual, and its app does not, whichever of tap and alert comes first."
        seed: 3
        users:
          alice: {phone: ios}
        steps:
          - {at: 5s, background: phone}
          - {at: 10s, publish: {as: n1, visual: true}}
          - {at: 60s, publish: {as: n2, visual: true}}
          - {at: 100s, publish: {as: n3, visual: true}}
        expect: []

        """,
        """
        version: 1
        about: "An alert on its way to who has signed out stands until the app is opened, which nobody does for now."
        seed: 912
        users:
          alice: {pad: ios}
        network:
          fetch: {latency: exp(400ms)}
        steps:
          - {at: 1s, sign_out: pad, dice: 64}
          - {at: 1s, force_quit: pad}
          - {at: 1s, publish: {as: v2, visual: true, expires: 50m}, dice: 88}
          - {at: 3001s, double_taps: pad}
        expect:
          - {agree: all}

        """,
        """
        version: 1
        about: "What the service tells a former installation names no subscription of the one that stands."
        seed: 20
        users:
          alice: {phone: ios}
        network:
          fetch: {latency: exp(1s)}
        steps:
          - {at: 1s, reinstall: phone, dice: 2}
          - {at: 61s, publish: {as: r9}}
          - {at: 68s, delete: {device: phone, n: r9}}
        expect: []

        """,
        """
        version: 1
        about: "A tap that was sent before a change is no tap for it, however late it comes."
        seed: 1
        users:
          alice: {phone: ios}
        steps:
          - {at: 5s, delay_tap: {device: phone, by: 10s}}
          - {at: 5s, publish: {as: n1}}
          - {at: 6s, background: phone}
          - {at: 6s, foreground: phone}
          - {at: 7s, partition: {push: [ios], for: 10m}}
          - {at: 7s, publish: {as: n2}}
          - {at: 20m, publish: {as: n3}}
        expect: []

        """,
        """
        version: 1
        about: "A device that sleeps has not heard yet that what its user did last is saved."
        seed: 738338
        users:
          bob: {account: work, desk: windows}
        steps:
          - {publish: {as: r1}}
          - {at: 1s, dismiss: {device: desk, n: r1}}
          - {at: 1100ms, kill_service: {for: 1m}}
          - {at: 1100ms, snooze: {device: desk, n: r1}}
          - {at: 1100ms, crash: desk}
          - {at: 1100ms, publish: {as: r3}, dice: 10}
          - {at: 151269953us, kill_service: {for: 1s}}
        expect: []

        """,
        """
        version: 1
        about: "Registrations that were sent at once arrive in another order, and an old address comes last."
        seed: 380
        users:
          alice: {laptop: windows}
        steps:
          - {publish: {as: r1}}
          - {at: 1s, publish: {as: r2}}
          - {at: 1s, publish: {as: r3, expires: 970s}}
          - {at: 2s, publish: {as: r4}}
          - {at: 2s, crash: laptop}
          - {at: 2527249954863us, rotate_token: laptop}
          - {at: 2527249954863us, foreground: laptop, dice: 36}
        expect: []

        """,
        """
        version: 1
        about: "Who wakes to a refusal and to a page alerts of both, one after the other."
        seed: 584
        users:
          alice: {phone: ios, tablet: android}
        steps:
          - {at: 1s, crash: tablet}
          - {at: 1s, publish: {as: r2}}
          - {at: 2s, publish: {as: r2}}
          - {at: 2100ms, delete: {device: tablet, n: r2}, dice: 14}
          - {at: 2100ms, suspend: tablet}
          - {at: 2200ms, suspend: phone}
        expect: []

        """,
        """
        version: 1
        about: "Who wakes to a refusal and to a deletion has not applied the deletion when it deals with the refusal."
        seed: 828
        users:
          alice: {phone: ios, laptop: windows}
        steps:
          - {publish: {as: r1}}
          - {at: 1s, crash: phone}
          - {at: 1s, delete: {device: laptop, n: r1}}
          - {at: 1s, offline: {device: laptop, for: 1s}}
          - {at: 1s, dismiss: {device: phone, n: r1}, dice: 21}
          - {at: 1077361us, suspend: phone}
        expect: []

        """,
        """
        version: 1
        about: "A refusal that comes while the service is dead is heard by nobody."
        seed: 515713
        users:
          alice: {phone: ios}
        steps:
          - {at: 1s, reinstall: phone}
          - {at: 1s, partition: {push: [ios], for: 403178070us}}
          - {at: 61s, publish: {as: r4}, dice: 11}
          - {at: 61100ms, kill_service: {for: 1s}}
          - {at: 71100ms, publish: {as: r4}}
        expect: []

        """,
        """
        version: 1
        about: "Two things that wait to be told are told one after the other."
        seed: 527328
        users:
          bob: {account: work, desk: windows}
        steps:
          - {publish: {as: r1}}
          - {at: 1s, read: {device: desk, n: r1}}
          - {at: 1100ms, partition: {devices: [desk], for: 486621830us}}
          - {at: 1100ms, open: {device: desk, n: r1}}
          - {at: 1100ms, snooze: {device: desk, n: r1}}
          - {at: 340271223us, read: {device: desk, n: r1}}
          - {at: 340271223us, crash: desk}
          - {at: 658615739us, publish: {as: r2}, dice: 13}
          - {at: 718615739us, publish: {as: r3}}
        expect: []

        """,
        """
        version: 1
        about: "A read that was given up is not missed when a later one has brought all."
        seed: 20517
        users:
          bob: {account: work, phone: android, desk: windows}
        steps:
          - {publish: {as: r2}}
          - {reinstall: phone}
          - {at: 1s, partition: {devices: [phone], for: 1s}}
          - {at: 1s, publish: {as: r4}}
          - {at: 1s, suspend: phone}
          - {at: 61s, kill_service: {for: 1s}}
          - {at: 62s, open: {device: phone, n: r2}, dice: 12}
          - {at: 2042s, set_clock: desk}
        expect: []

        """,
        """
        version: 1
        about: "An answer that comes just after it was given up takes nobody further."
        users:
          alice: {laptop: windows}
        steps:
          - {at: 10s, publish: {as: a}}
          - {at: 60s, publish: {as: b}}
          - {at: 80s, delay_answer: {device: laptop, by: 20300ms}}
          - {at: 81s, publish: {as: c}}
          - {at: 10m, publish: {as: d}}
        expect: []

        """,
        """
        version: 1
        about: "A backup has a wish in it that was never sent."
        seed: 204140
        users:
          bob: {account: work, phone: android}
        steps:
          - {publish: {as: r3}}
          - {at: 1s, dismiss: {device: phone, n: r3}}
          - {at: 1s, snooze: {device: phone, n: r3}}
          - {at: 1s, back_up: phone}
          - {at: 1s, restore: phone}
        expect: []

        """,
        """
        version: 1
        about: "A refusal for its token leaves a wish as it was, which is then asked for anew."
        seed: 2105
        users:
          alice: {phone: ios, tablet: android}
        steps:
          - {at: 44m, publish: {as: r10}}
          - {at: 70m, snooze: {device: phone, n: r10}, dice: 58}
          - {after: 80ms, lose_requests: phone}
          - {after: 25ms, dismiss: {device: tablet, n: r10}}
        expect: []

        """,
        """
        version: 1
        about: "Whoever could not take its address back when it signed out has no second chance."
        seed: 1042
        users:
          alice: {laptop: windows}
        steps:
          - {at: 1s, offline: laptop}
          - {at: 1s, sign_in: {device: laptop, account: work}}
          - {at: 1s, offline: {device: laptop, for: 1s}}
          - {at: 2s, sign_out: laptop}
        expect: []

        """,
    ]
}
