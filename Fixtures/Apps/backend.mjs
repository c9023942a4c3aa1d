/** A server that publishes what it is asked to, as soon as it knows a subscription of the user. */
import { Backend, HOUR, SECOND, run, say } from "./shouldertap_app.mjs";

class Server extends Backend {
    later = []; // notifications that wait for a timer
    posted = []; // those that wait for an answer

    constructor({ host, token, ...started }) {
        super(started);
        Object.assign(this, { host, token });
        // The subscriptions of each user, the newest last, and the notifications that are not published yet.
        const [subscriptions, waiting] = this.stored ?? [[], []];
        this.subscriptions = new Map(subscriptions);
        this.waiting = waiting;
    }

    hear(event) {
        super.hear(event);
        this.publish(event.clock);
        this.store([[...this.subscriptions], [...this.waiting, ...this.later, ...this.posted]]);
    }

    // What the server is told.

    onPublish({ id, user, content, visual, random, lifetime }) {
        this.waiting.push({ id, user, content, visual, random, lifetime });
    }

    onSubscribed({ user, subscription }) {
        const known = this.subscriptions.get(user) ?? [];
        this.subscriptions.set(user, [...known.filter((id) => id !== subscription), subscription]);
    }

    onAccessToken({ token }) {
        this.token = token;
    }

    // Publishing.

    /** Posts what can be posted. The rest waits for a token, or for a device of its user. */
    publish(clock) {
        if (!this.token) return;
        for (const wish of this.waiting.splice(0)) {
            if (this.subscriptions.get(wish.user)?.length > 0) {
                this.posted.push(wish);
                this.post(this.body(wish, clock), this.headers(wish), (answer) => this.answered(wish, answer));
            } else {
                this.waiting.push(wish);
            }
        }
    }

    headers(wish) {
        return {
            Authorization: `Bearer ${this.token}`,
            "X-UNS-ID": this.subscriptions.get(wish.user).at(-1),
            // A repeated post with the same id changes nothing, so a restart publishes nothing twice.
            "client-request-id": String(wish.random),
        };
    }

    body({ id, content, visual, lifetime }, clock) {
        const payload = visual ? { visualContent: { title: content } } : { rawContent: content };
        const body = { targetHostName: this.host, appNotificationId: id, payload };
        if (lifetime !== undefined) {
            const end = new Date((clock + lifetime) / 1000); // milliseconds
            body.expirationDateTime = end.toISOString().replace(/\.\d+Z$/, "Z");
        }
        return body;
    }

    // Answers of the service.

    answered(wish, { status, headers, body }) {
        this.posted = this.posted.filter((other) => other !== wish);
        if (status === 401) { // the hour of the token is over
            this.waiting.push(wish);
            this.token = undefined;
            say({ do: "askForToken" });
        } else if (status === 403) {
            this.tryAnotherDevice(wish);
        } else if (status === 406 || status >= 500) { // too many at once, or not now
            this.later.push(wish);
            const seconds = Number(headers["Retry-After"] ?? 5);
            this.timer("retry", seconds * SECOND, () => this.tryAgain());
        } else if (status !== 201) {
            this.log(`${wish.id} is refused: ${body}`);
        }
    }

    /** The device of the subscription is away or gone. After the last one the server waits for an hour. */
    tryAnotherDevice(wish) {
        const ids = this.subscriptions.get(wish.user);
        ids.unshift(ids.pop());
        wish.tried = ((wish.tried ?? 0) + 1) % ids.length;
        if (wish.tried > 0) return this.waiting.push(wish);
        this.later.push(wish);
        this.timer("absence", HOUR, () => this.tryAgain(), { idle: true });
    }

    tryAgain() {
        this.waiting.push(...this.later.splice(0));
    }
}

run(Server);
