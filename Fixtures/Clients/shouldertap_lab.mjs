/**
 * Drives the control API of `shouldertap serve` from tests. It needs nothing but Node's standard library.
 *
 *     import test from "node:test";
 *     import { Lab } from "./shouldertap_lab.mjs";
 *
 *     test("every device shows the notification", async (t) => {
 *         const lab = await new Lab().open(); // a world of its own, so tests can run in parallel
 *         t.after(() => lab.close());
 *         const phone = await lab.user("mum").device("phone");
 *         await lab.publish("mum", { id: "n1", content: "lunch?" });
 *         await lab.waitUntil(async () => (await phone.tray()).includes("n1"));
 *     });
 *
 * `new Lab()` reads SHOULDERTAP_HTTP and SHOULDERTAP_CONTROL_TOKEN, as `shouldertap with` sets them. Timeouts are in
 * seconds, other times texts such as "2h". `GET /lab/openapi.json` describes the answers. Copy this file to your tests.
 */
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";

/** A failed request: the `status` of the answer (0 if there was none), the server's `message` and its `remedy`. */
export class LabError extends Error {
    constructor(request, status, message, remedy = "") {
        super(`${request}: ${status || "no answer"}: ${message}${remedy && "; " + remedy}`);
        Object.assign(this, { name: "LabError", status, remedy });
    }
}

/** A world of a running server. Without a name it is the default world, which all clients share. */
export class Lab {
    constructor({ address, token, world = "default" } = {}) {
        const place = address || process.env.SHOULDERTAP_HTTP || "http://127.0.0.1:8080";
        this.address = (place.includes("://") ? place : "http://" + place).replace(/\/+$/, "");
        this.token = token || process.env.SHOULDERTAP_CONTROL_TOKEN;
        this.world = world;
    }

    /** Opens a world that shares nothing with the others and returns its lab. The clock is "real" or "virtual". */
    async open({ world, clock, seed } = {}) {
        const made = await this.ask("POST", "/lab/worlds", { name: world, clock, seed }, { world: undefined });
        return new Lab({ address: this.address, token: this.token, world: made.name });
    }

    /** Closes the world and forgets everything in it. */
    async close() {
        await this.ask("DELETE", `/lab/worlds/${encodeURIComponent(this.world)}`, undefined, { world: undefined });
    }

    /** Forgets everything in the world. Its clock starts again. */
    async reset() {
        const { clock, seed } = await this.show();
        await this.ask("DELETE", "/lab");
        if (this.world !== "default") await this.open({ world: this.world, clock, seed });
    }

    /** Returns the clock and the seed of the world, and how many users, devices, pushes and events it has. */
    show() {
        return this.ask("GET", `/lab/worlds/${encodeURIComponent(this.world)}`, undefined, { world: undefined });
    }

    /** Returns a user. Its `device("phone", { platform, bundle, app })` creates a device whose app is set up. */
    user(name) {
        const create = (more) => this.ask("POST", `/lab/users/${encodeURIComponent(name)}/devices`, more);
        return { name, device: async (name, more) => new Device(this, await create({ name, ...more })) };
    }

    /** Returns all devices of the world, including those of the server's scenario. */
    async devices() {
        return (await this.ask("GET", "/lab/devices")).devices.map((state) => new Device(this, state));
    }

    /** Publishes a notification to a user: with any of content, id, title, lifetime and bundle. */
    publish(user, notification = {}) {
        return this.ask("POST", `/lab/users/${encodeURIComponent(user.name ?? user)}/notifications`, notification);
    }

    /** Returns all pushes, or those to a device or a token. `more` may have after, topic and status. */
    async pushes(to, more = {}) {
        const target = to instanceof Device ? { device: to.id } : { token: to };
        return (await this.ask("GET", "/lab/pushes", undefined, { ...target, limit: 10_000, ...more })).pushes;
    }

    /** Returns the pushes when at least `count` have arrived. To count only new ones, say { after: number }. */
    async waitForPush(to, { count = 1, timeout = 10, ...more } = {}) {
        const end = performance.now() + timeout * 1000;
        for (;;) {
            const left = Math.max(0, (end - performance.now()) / 1000);
            const found = await this.pushes(to, { ...more, await: count, timeout: time(Math.min(left, 60)) });
            if (found.length >= count) return found;
            const place = to?.name ?? to ?? "any device";
            if (!left) throw new Error(`${found.length} of ${count} pushes to ${place} arrived within ${timeout} s`);
        }
    }

    /** Calls a function again whenever something happens, until its result is true. Returns that result. */
    async waitUntil(condition, { timeout = 10 } = {}) {
        const end = performance.now() + timeout * 1000;
        for (let last = (await this.show()).events; ; ) {
            const result = await condition();
            if (result) return result;
            const left = (end - performance.now()) / 1000;
            if (left <= 0) throw new Error(`no true result within ${timeout} s; the last one was ${result}`);
            const query = { after: last, timeout: time(Math.min(left, 1)) };
            last = (await this.ask("GET", "/lab/events", undefined, query)).last;
        }
    }

    /** Returns at most 1,000 events with a number above `after`. With a timeout, waits for the first. */
    async events(after = 0, { timeout = 0 } = {}) {
        return (await this.ask("GET", "/lab/events", undefined, { after, timeout: time(timeout) })).events;
    }

    /** Scripts the answers to pushes: `lab.answer({ device: phone, status: 429, retryAfter: "30s", count: 3 })`. */
    answer({ device, ...script }) {
        return this.ask("POST", "/lab/answers", { device: device?.id ?? device, ...script });
    }

    /** Scripts the answer to the next push, to any device or to one: `lab.answerNext(410, { device: phone })`. */
    answerNext(status, script = {}) {
        return this.answer({ status, count: 1, ...script });
    }

    /** Removes all scripts. */
    async removeAnswers() { await this.ask("DELETE", "/lab/answers"); }

    /** Lets a world with a virtual clock run until nothing is under way. Returns the clock. */
    settle() { return this.ask("POST", "/lab/settle", {}); }

    /** Moves a virtual clock on, with everything that happens meanwhile. Returns the clock. */
    advance(by) {
        return this.ask("POST", "/lab/clock/advance", { by: time(by) });
    }

    /** Returns the verdict on all promises. Its member `violations` lists the broken ones. */
    verdict() { return this.ask("GET", "/lab/verdict"); }

    /** Sends a request and returns the JSON of its answer. */
    async ask(method, path, body, query = {}) {
        const url = new URL(this.address + path);
        for (const [name, value] of Object.entries({ world: this.world, ...query })) {
            if (value !== undefined) url.searchParams.set(name, value);
        }
        const headers = this.token ? { authorization: `Bearer ${this.token}` } : {};
        const request = (url.protocol === "https:" ? https : http).request(url, { method, headers, agent: false });
        const name = `${method} ${url.pathname}${url.search}`;
        let answer, content;
        try {
            request.setTimeout(90_000, () => request.destroy(new Error("it took more than 90 s")));
            request.end(body && JSON.stringify(body));
            [answer] = await once(request, "response");
            content = await text(answer);
        } catch (error) {
            throw new LabError(name, 0, error.message, `check the server at ${this.address}`);
        }
        if (answer.statusCode < 400) return content ? JSON.parse(content) : undefined;
        const { error = content, remedy } = content.startsWith("{") ? JSON.parse(content) : {};
        throw new LabError(name, answer.statusCode, error, remedy);
    }
}

/** A simulated device. `state` is the server's latest answer about it, and `token` its push token. */
class Device {
    constructor(lab, state) {
        Object.assign(this, { lab, id: state.id, name: state.name });
        this.#keep(state);
    }

    #keep(state) {
        [this.state, this.token] = [state, state.token];
        return state;
    }

    /** Asks for the device: its tray, its notifications, its counters and its states. */
    async show() {
        return this.#keep(await this.lab.ask("GET", `/lab/devices/${this.id}`));
    }

    /** Asks for the notifications that the app knows, each with id, state, read and inTray. */
    async notifications() { return (await this.show()).notifications; }

    /** Asks for the ids of the notifications on the screen. */
    async tray() { return (await this.show()).tray; }

    /** Puts the device into a state, such as "offline", "online", "force-quit", "locked" or "unlocked". */
    async set(state) {
        return this.#keep(await this.lab.ask("PATCH", `/lab/devices/${this.id}`, { state }));
    }

    /** Has the user act: "dismiss" with the id of a notification, or "rotateToken", "reinstall", "crash". */
    async act(action, notification) {
        return this.#keep(await this.lab.ask("POST", `/lab/devices/${this.id}/actions`, { action, notification }));
    }
}

/** Writes a time as the server reads it. A number is in seconds. */
function time(value) {
    return typeof value === "string" ? value : value < 999 ? `${Math.round(value * 1000)}ms` : `${Math.round(value)}s`;
}
