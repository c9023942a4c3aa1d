/**
 * A list of notifications without the SDK. It reads when it is tapped or looked at, and sends what its user does.
 *
 * What the user does is shown at once, and waits in an outbox until a page has it: it survives a crash and a lost
 * answer.
 */
import { App, DAY, HOUR, SECOND, run, say, tap } from "./shouldertap_app.mjs";

const ACTS = {
    open: { state: "activated", read: true },
    dismiss: { state: "dismissed" },
    snooze: { state: "snoozed" },
    read: { read: true },
};

class ListApp extends App {
    owed = new Set(); // the pushes that are not finished
    session = 0; // counts the accounts; an answer for the account before is dropped

    constructor(launch) {
        super(launch);
        this.begin(launch.account);
    }

    // Accounts.

    /** Continues with what was stored for this account, or with nothing. */
    begin(account) {
        const kept = account && this.stored?.account === account ? this.stored : {};
        this.account = account;
        this.session += 1;
        this.cursor = kept.cursor ?? null; // the place in the feed
        this.known = new Map(kept.known); // by id: what the list shows
        this.outbox = kept.outbox ?? []; // what the user did and no page has yet
        this.gone = kept.gone ?? []; // what may still be on the screen, though it is not in the list any more
        // A backup may come from another device, and that has another subscription.
        this.subscription = kept.installation === this.launch.installation ? kept.subscription : null;
        this.delivered = new Set(); // the alerts that the system has shown by itself
        this.fetch = undefined; // the request whose answer counts; an older one may still come
        this.due = []; // a push, or undefined, for each reason of the reading that is under way
        this.next = []; // the reasons for another one after it
        this.unnamed = new Set(); // the ids that no page of a full reading has named yet
        this.sending = undefined; // the act that is under way
        this.pause = 5 * SECOND;
    }

    onSignedIn({ account }) {
        this.begin(account);
        this.showAll();
        this.register();
        this.refresh();
    }

    onSignedOut() {
        for (const id of [...new Set([...this.delivered, ...this.known.keys()])].sort()) say({ do: "hide", id });
        for (const push of [...this.owed]) this.finish(push, "noData");
        this.stored = undefined;
        this.store(null);
        this.begin(undefined);
    }

    keep() {
        const { account, subscription, cursor, outbox, gone } = this;
        const { installation } = this.launch;
        this.store({ account, installation, subscription, cursor, known: [...this.known], outbox, gone });
    }

    /** A request whose answer counts while the same account is signed in. */
    ask(what, members, then, failed = () => this.onFailed()) {
        const session = this.session;
        const current = (callback) => (answer) => {
            if (session === this.session) callback(answer);
        };
        return this.request(what, members, current(then), current(failed));
    }

    // Being woken: a registration and a subscription, each made again once a week.

    onPushToken({ token }) {
        this.pushToken = token;
        this.register();
    }

    register() {
        if (!this.pushToken || !this.account) return;
        this.ask("register", { pushToken: this.pushToken }, () => this.registered());
    }

    registered() {
        this.ask("subscribe", {}, (answer) => this.subscribed(answer));
        this.timer("renewal", 7 * DAY, () => this.register(), { idle: true });
    }

    subscribed({ subscription }) {
        this.subscription = subscription;
        say({ do: "tellServer", subscription });
        this.refresh();
    }

    /** Tries again, each time later: a device may be offline for weeks. */
    onFailed() {
        this.timer("retry", this.pause, () => this.retry());
        this.pause = Math.min(2 * this.pause, HOUR);
    }

    retry() {
        this.register();
        this.refresh();
    }

    // Reasons to read.

    onLaunched({ delivered }) {
        this.showAll();
        this.look(delivered);
    }

    onForeground({ delivered }) {
        this.pause = 5 * SECOND;
        this.register();
        this.look(delivered);
    }

    look(delivered = []) {
        for (const id of delivered) this.delivered.add(id);
        this.withdrawHandled();
        this.refresh();
    }

    onPush({ push, ...content }) {
        this.owed.add(push);
        if (!tap(content) || !this.account) return this.finish(push, "noData");
        // The system does not wait for a reading that takes long.
        this.timer(`limit ${push}`, 25 * SECOND, () => this.finish(push, "failed"), { idle: true });
        this.refresh(push);
    }

    finish(push, result) {
        if (this.owed.delete(push)) super.finish(push, result);
    }

    /** Reads now, or after the reading that is under way. */
    refresh(push) {
        if (!this.account) return;
        this.next.push(push);
        if (this.due.length === 0) this.read(this.cursor);
    }

    // Reading, page by page.

    read(cursor) {
        if (cursor === null) this.unnamed = new Set(this.known.keys());
        // Each page has everything that was there when it was asked for.
        this.due.push(...this.next.splice(0));
        const came = (page) => this.pageCame(page);
        this.fetch = this.ask("fetch", { cursor }, came, (answer) => this.pageFailed(answer));
    }

    pageCame({ request, changes, cursor, last, full }) {
        if (request !== this.fetch) return;
        this.take(changes);
        if (!last) return this.read(cursor);
        this.take((full ? [...this.unnamed].sort() : []).map((id) => ({ kind: "deleted", id })));
        this.cursor = cursor;
        this.keep();
        this.withdrawHandled(true);
        this.pause = 5 * SECOND;
        this.endReading("newData");
        this.send();
    }

    pageFailed({ request, status }) {
        if (request === this.fetch && status === 410) return this.read(null); // the cursor is of no use any more
        this.onFailed();
        if (request === this.fetch) this.endReading("failed");
    }

    endReading(result) {
        for (const push of this.due.splice(0)) this.finish(push, result);
        if (this.next.length > 0) this.read(this.cursor);
    }

    // The list.

    /** Stores what a page says before it shows it: what is on the screen is always known. */
    take(changes) {
        const isNew = new Set();
        this.gone = [];
        for (const { kind, id, generation, version, read, state } of changes) {
            this.unnamed.delete(id);
            const isOver = kind === "deleted" || kind === "expired";
            const isSettled = (act) => act.id === id && (isOver || ListApp.isSettled(act, generation, version));
            this.outbox = this.outbox.filter((act) => !isSettled(act));
            if (!isOver && this.known.get(id)?.generation !== generation) isNew.add(id);
            this.gone = this.gone.filter((other) => other !== id);
            if (isOver) this.gone.push(id);
            if (isOver) this.known.delete(id);
            else this.known.set(id, { generation, version, read, state });
        }
        this.keep();
        for (const id of new Set(changes.map((change) => change.id))) {
            this.show(id);
            if (isNew.has(id) && !this.isHandled(id)) say({ do: "alert", id });
        }
    }

    /** What the list shows of a notification: what the service says, and what the user did since. */
    seen(id) {
        let item = this.known.get(id);
        for (const act of this.outbox)
            if (item && act.id === id) item = act.act === "delete" ? undefined : { ...item, ...ACTS[act.act] };
        return item;
    }

    /** Shows what was stored: after a reinstallation nothing is on the screen. */
    showAll() {
        for (const id of [...[...this.known.keys()].sort(), ...this.gone]) this.show(id);
    }

    show(id) {
        const item = this.seen(id);
        if (!item) return say({ do: "hide", id });
        say({ do: "show", id, ...item });
        if (this.isHandled(id)) say({ do: "withdrawAlert", id });
    }

    isHandled(id) {
        const item = this.seen(id);
        return !item || item.read || item.state !== "none";
    }

    /** Withdraws the system's alerts for what is dealt with, and after a reading for what is gone. */
    withdrawHandled(isComplete = false) {
        for (const id of [...this.delivered].sort()) {
            if (this.known.has(id) ? !this.isHandled(id) : !isComplete) continue;
            this.delivered.delete(id);
            say({ do: "withdrawAlert", id });
        }
    }

    // The user.

    onUser({ act, id }) {
        const item = this.seen(id);
        if (!item) return;
        const { generation, version } = item;
        this.outbox.push({ act, id, generation, version, isTried: false, saved: null });
        this.keep();
        this.show(id);
        this.send();
    }

    /** Whether a page has what the user did, or what is newer than an act that may have been saved. */
    static isSettled(act, generation, version) {
        if (act.saved !== null) return version >= act.saved;
        return generation !== act.generation || (act.isTried && version > act.version);
    }

    /** Sends the oldest act that is not saved. */
    send() {
        const act = this.outbox.find((act) => act.saved === null);
        if (!act || this.sending) return;
        this.sending = act;
        act.isTried = true;
        this.keep();
        const members = { id: act.id, generation: act.generation, subscription: this.subscription, ...ACTS[act.act] };
        const [saved, notSaved] = [(answer) => this.saved(answer), (answer) => this.notSaved(answer)];
        this.ask(act.act === "delete" ? "delete" : "save", members, saved, notSaved);
    }

    /** Reads again at once: a page that is under way is older than what was saved. */
    saved({ version = 0 }) {
        this.sending.saved = version;
        this.sending = undefined;
        this.keep();
        this.next.push(undefined);
        this.read(this.cursor);
        this.send();
    }

    /** Reads before it tries again: the act may have been saved, and its answer lost. */
    notSaved({ answer, status }) {
        const act = this.sending;
        this.sending = undefined;
        if (answer !== "refused" || [401, 404, 429].includes(status) || status >= 500) return this.onFailed();
        this.outbox = this.outbox.filter((other) => other !== act);
        this.keep();
        this.show(act.id);
        this.refresh();
    }
}

run(ListApp);
