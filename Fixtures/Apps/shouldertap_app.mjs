/**
 * Runs an app or a server under test in ShoulderTap's lab. It needs nothing but Node's standard library.
 *
 *     import { App, run, tap } from "./shouldertap_app.mjs";
 *
 *     class Notes extends App {
 *         onPush({ push, ...content }) {
 *             if (!tap(content)) return this.finish(push, "noData");
 *             this.request("fetch", { cursor: null }, () => this.finish(push, "newData"));
 *         }
 *     }
 *
 *     run(Notes);
 *
 * A class has a method `onName` for each event that it handles; its argument has the members of the event. The article
 * *The line protocol* of LabWire lists the events, the actions and their members. Copy this file beside your app.
 */
import { createInterface } from "node:readline";

/** The protocol counts microseconds. */
export const SECOND = 1_000_000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;

/** Writes one line: an action of the protocol, such as `say({ do: "hide", id: "n1" })`. */
export function say(action) {
    process.stdout.write(JSON.stringify(action) + "\n");
}

/** The envelope of a shoulder tap, or undefined for every other push. */
export function tap({ payload, data, raw }) {
    try {
        const content = JSON.parse(payload ?? raw ?? data.shoulderTap);
        const envelope = content.shoulderTap ?? content;
        return envelope.scenario === "userNotifications" ? envelope : undefined;
    } catch {
        return undefined;
    }
}

/** A process of an app or a server. The lab makes a new one after a crash, with what the last one stored. */
class Program {
    #kept;
    #callbacks = new Map(); // by the number of a request or a post
    #last = 0;
    #timers = new Map(); // by name: the number and the callback

    constructor({ stored }) {
        this.stored = stored === undefined ? undefined : JSON.parse(stored);
        this.#kept = stored;
    }

    /** Hands an event to its callback, or to the method that is named after it. */
    hear(event) {
        if (event.event === "timer") {
            for (const { number, then } of [...this.#timers.values()]) if (number === event.timer) then();
        } else if (event.event === "answer") {
            const number = event.request ?? event.post;
            const callbacks = this.#callbacks.get(number);
            this.#callbacks.delete(number);
            (event.answer === "lost" || event.answer === "refused" ? callbacks?.failed : callbacks?.then)?.(event);
        } else {
            this["on" + event.event[0].toUpperCase() + event.event.slice(1)]?.(event);
        }
    }

    /**
     * Calls `then` after so many microseconds, in place of the timer with the same name.
     *
     * Mark periodic timers `idle`: the lab does not wait for them before it settles.
     */
    timer(name, after, then, { idle = false } = {}) {
        const number = this.#timers.get(name)?.number ?? this.#timers.size + 1;
        this.#timers.set(name, { number, then });
        say({ do: "timer", timer: number, after, idle });
    }

    /** Keeps a value for the next process, in place of the last one; `stored` has it there. */
    store(value) {
        const text = JSON.stringify(value);
        if (text === this.#kept) return;
        this.#kept = text;
        say({ do: "store", text });
    }

    /** Writes a sentence into the history. */
    log(text) {
        say({ do: "log", text });
    }

    /** The number of a request or a post whose answer goes to these callbacks. */
    number(then, failed) {
        this.#last += 1;
        this.#callbacks.set(this.#last, { then, failed });
        return this.#last;
    }
}

/** An app on one device. `launch` has the members of the event `launched`. */
export class App extends Program {
    constructor(launch) {
        super(launch);
        this.launch = launch;
    }

    /** Asks the service. `then` gets a good answer, `failed` or `onFailed` any other. */
    request(what, members, then, failed = (answer) => this.onFailed(answer)) {
        const number = this.number(then, failed);
        say({ do: what, request: number, ...members });
        return number;
    }

    /** Called when a request was refused or lost and has no callback for that. */
    onFailed() {}

    /** Reports that a push has been handled: `newData`, `noData` or `failed`. */
    finish(push, result) {
        say({ do: "finished", push, result });
    }
}

/** The app's own server. It is made with the members of the event `started`. */
export class Backend extends Program {
    /** Posts to the service. `then` gets `status`, `headers` and `body` of the answer. */
    post(body, headers, then) {
        const number = this.number(then, then);
        headers = { "Content-Type": "application/json", ...headers };
        say({ do: "post", post: number, body: JSON.stringify(body), headers });
        return number;
    }
}

/** Speaks with the lab until it closes the input. Makes an app for each device, or one server. */
export function run(Type) {
    const alive = new Map();
    createInterface({ input: process.stdin }).on("line", (line) => {
        const { i: number, ...event } = JSON.parse(line);
        const place = Type.prototype instanceof App ? JSON.stringify([event.user, event.device]) : "server";
        if (number === undefined) return say(event); // the greeting goes back as it came
        if (event.event === "reset") alive.clear();
        else if (event.event === "launched" || event.event === "started") alive.set(place, new Type(event));
        if (event.event !== "reset") alive.get(place)?.hear(event);
        say({ done: number });
    });
}
