/**
 * A list of notifications without the SDK. It reads when it is tapped or looked at, and sends what its user does.
 *
 * Left out, to keep it short: signing out, saves that get lost, a backup that empties the list, and alerts that the
 * system shows by itself.
 */
import { App, DAY, SECOND, run, say, tap } from "./shouldertap_app.mjs";

const ACTS = {
    open: { state: "activated", read: true },
    dismiss: { state: "dismissed" },
    snooze: { state: "snoozed" },
    read: { read: true },
};

class ListApp extends App {
    due = []; // a push, or undefined, for each reason of the reading that is under way
    next = []; // the reasons for another one after it
    unnamed = new Set(); // the ids that no page of a full reading has named yet

    constructor(launch) {
        super(launch);
        // The place in the feed, the ids in the list with their generations, and the subscription.
        const [cursor, known, subscription] = this.stored ?? [null, [], null];
        Object.assign(this, { cursor, subscription, known: new Map(known) });
    }

    // Being woken: a registration and a subscription, each made again once a week.

    onPushToken({ token }) {
        this.pushToken = token;
        this.register();
    }

    register() {
        if (this.pushToken) this.request("register", { pushToken: this.pushToken }, () => this.registered());
    }

    registered() {
        this.request("subscribe", {}, (answer) => this.subscribed(answer));
        this.timer("renewal", 7 * DAY, () => this.register(), { idle: true });
    }

    subscribed({ subscription }) {
        this.subscription = subscription;
        say({ do: "tellServer", subscription });
        this.refresh();
    }

    onFailed() {
        this.timer("retry", 5 * SECOND, () => this.register());
    }

    // Reasons to read.

    onLaunched() {
        this.refresh();
    }

    onForeground() {
        this.register();
        this.refresh();
    }

    onPush({ push, ...content }) {
        if (!tap(content)) return this.finish(push, "noData");
        this.refresh(push);
    }

    /** Reads now, or after the reading that is under way. */
    refresh(push) {
        this.next.push(push);
        if (this.due.length === 0) this.read(this.cursor);
    }

    // Reading, page by page.

    read(cursor) {
        if (cursor === null) this.unnamed = new Set(this.known.keys());
        // Each page has everything that was there when it was asked for.
        this.due.push(...this.next.splice(0));
        const came = (page) => this.pageCame(page);
        this.fetch = this.request("fetch", { cursor }, came, (answer) => this.pageFailed(answer));
    }

    pageCame({ request, changes, cursor, last, full }) {
        if (request !== this.fetch) return; // an older one
        for (const change of changes) this.take(change);
        if (!last) return this.read(cursor);
        if (full) for (const id of [...this.unnamed].sort()) this.remove(id);
        this.cursor = cursor;
        this.store([this.cursor, [...this.known], this.subscription]);
        this.endReading("newData");
    }

    pageFailed({ request, status }) {
        if (request === this.fetch && status === 410) return this.read(null); // the cursor is of no use any more
        this.onFailed();
        if (request === this.fetch) this.endReading("failed");
    }

    endReading(result) {
        for (const push of this.due.splice(0)) if (push !== undefined) this.finish(push, result);
        if (this.next.length > 0) this.read(this.cursor);
    }

    // The list.

    take({ kind, id, generation, version, read, state }) {
        this.unnamed.delete(id);
        if (kind === "deleted" || kind === "expired") return this.remove(id);
        const isNew = this.known.get(id) !== generation;
        this.known.set(id, generation);
        say({ do: "show", id, generation, version, read, state });
        if (read || state !== "none") say({ do: "withdrawAlert", id });
        else if (isNew) say({ do: "alert", id });
    }

    remove(id) {
        this.known.delete(id);
        say({ do: "hide", id });
    }

    // The user.

    onUser({ act, id }) {
        if (!this.known.has(id)) return;
        const members = { id, generation: this.known.get(id), subscription: this.subscription, ...ACTS[act] };
        this.request(act === "delete" ? "delete" : "save", members, () => this.saved());
    }

    /** Reads again at once: a page that is under way is older than what was saved. */
    saved() {
        this.next.push(undefined);
        this.read(this.cursor);
    }
}

run(ListApp);
