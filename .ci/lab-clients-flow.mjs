/** Every call of shouldertap_lab.mjs, as Node's test runner runs it. */
import assert from "node:assert/strict";
import test from "node:test";
import { push } from "./push.mjs";
import { Lab, LabError } from "./shouldertap_lab.mjs";

async function open(t, options) {
    const lab = await new Lab().open(options);
    t.after(() => lab.close());
    return lab;
}

async function make(lab, names, more) {
    const devices = [];
    for (const name of names) devices.push(await lab.user("mum & co/1").device(name, more));
    return devices;
}

const state = async (device, id) => (await device.notifications()).find((one) => one.id === id)?.state;

test("a dismissal reaches every device", async (t) => {
    const lab = await open(t);
    const devices = await make(lab, ["phone", "pad", "pc"], { platform: "iOS" });
    assert.equal((await lab.publish(lab.user("mum & co/1"), { id: "n1", content: "lunch?" })).id, "n1");
    const every = async (is) => (await Promise.all(devices.map(is))).every((one) => one);
    await lab.waitUntil(() => every(async (device) => String(await device.tray()) === "n1"));
    assert.ok(devices.every((device) => device.state.fetches >= 1));
    await devices[0].act("dismiss", "n1");
    await lab.waitUntil(() => every(async (device) => (await state(device, "n1")) === "dismissed"));
    for (const device of devices) assert.deepEqual(await device.tray(), []);
    assert.deepEqual((await lab.devices()).map((device) => device.name), ["phone", "pad", "pc"]);
    assert.equal((await lab.verdict()).verdict, "pass");
    const numbers = (await lab.events()).map((event) => event.n);
    assert.deepEqual(numbers, numbers.map((_, index) => index + 1));
    assert.equal((await lab.events(numbers.at(-2)))[0].n, numbers.at(-1));
});

test("a device that is offline shows nothing", async (t) => {
    const lab = await open(t);
    const [phone, pad] = await make(lab, ["phone", "pad"], { bundle: "com.example.app" });
    assert.equal((await phone.set("offline")).online, false);
    const notification = { id: "n1", title: "lunch?", lifetime: "1h", bundle: "com.example.app" };
    await lab.publish("mum & co/1", notification);
    await lab.waitUntil(async () => (await pad.tray()).includes("n1"));
    assert.deepEqual(await phone.tray(), []);
    assert.equal((await phone.set("online")).online, true);
    const old = phone.token;
    await phone.act("rotateToken");
    assert.notEqual(phone.token, old);
    assert.equal(phone.token, (await lab.devices())[0].token);
});

test("the next push is refused as scripted", async (t) => {
    const lab = await open(t);
    const [phone, pad] = await make(lab, ["phone", "pad"], { app: "none" });
    assert.equal((await lab.answerNext(410, { device: phone })).remaining, 1);
    assert.deepEqual([await push(phone.token), await push(pad.token)], [1, 0]);
    const [refused] = await lab.waitForPush(phone);
    assert.deepEqual([refused.status, refused.reason], [410, "Unregistered"]);
    assert.deepEqual((await lab.pushes()).map((one) => one.status), [410, 200]);
    assert.deepEqual(await lab.pushes(undefined, { status: 503 }), []);
    await lab.removeAnswers();
    await lab.answer({ status: 503, retryAfter: "30s", device: pad.id, count: 9 });
    assert.equal(await push(pad.token), 1);
    await lab.removeAnswers();
    assert.equal(await push(pad.token), 0);
    assert.deepEqual((await lab.waitForPush(pad, { count: 3 })).map((one) => one.status), [200, 503, 200]);
});

test("a push is waited for", async (t) => {
    const lab = await open(t);
    const [phone, pad] = await make(lab, ["phone", "pad"], { app: "none" });
    const [[first], status] = await Promise.all([lab.waitForPush(phone.token, { timeout: 30 }), push(phone.token)]);
    assert.deepEqual([first.device, first.status, status], [phone.id, 200, 0]);
    assert.equal(first.payload, '{"aps":{"content-available":1}}');
    const next = lab.waitForPush(phone, { after: first.number, timeout: 30 });
    const [[second]] = await Promise.all([next, push(phone.token)]);
    assert.equal(second.number, first.number + 1);
    await assert.rejects(lab.waitForPush(pad, { timeout: 0.05 }), /0 of 1 pushes to pad arrived within 0.05 s/);
    await assert.rejects(lab.waitUntil(() => 0, { timeout: 0.05 }), /no true result within 0.05 s; the last one was 0/);
});

test("a virtual clock moves when told", async (t) => {
    const lab = await open(t, { world: "unhurried & calm", clock: "virtual", seed: 7 });
    const [phone] = await make(lab, ["phone"]);
    await lab.publish("mum & co/1", { id: "n1", content: "lunch?", lifetime: "2h" });
    await lab.settle();
    assert.deepEqual([await phone.tray(), await state(phone, "n1")], [["n1"], "none"]);
    const { time } = await lab.show();
    assert.equal((await lab.advance("1h")).time, time + 3_600_000_000);
    assert.equal((await lab.advance(0.25)).time, time + 3_600_250_000);
    assert.equal((await lab.advance(7200)).time, time + 10_800_250_000);
    assert.deepEqual(await phone.tray(), []);
    await lab.reset();
    const { clock, seed, devices, pushes } = await lab.show();
    assert.deepEqual([clock, seed, devices, pushes], ["virtual", 7, 0, 0]);
});

test("worlds share nothing", async (t) => {
    const [lab, usual] = [await open(t), new Lab()];
    await make(usual, ["phone"]);
    assert.deepEqual([(await usual.devices()).length, (await lab.devices()).length], [1, 0]);
    await usual.reset();
    assert.deepEqual(await usual.devices(), []);
});

test("an error has the status and the server's words", async (t) => {
    const lab = await open(t);
    const [phone] = await make(lab, ["phone"]);
    for (const [status, words, call] of [
        [409, /n9/, () => phone.act("dismiss", "n9")],
        [400, /one of foreground, background/, () => phone.set("asleep")],
        [409, /the clock of world/, () => lab.settle()],
        [404, /world 'nowhere' does not exist; open it with/, () => new Lab({ world: "nowhere" }).show()],
        [401, /the control token is missing or wrong/, () => new Lab({ token: "wrong" }).devices()],
        [0, /no answer: .*127.0.0.1:1$/, () => new Lab({ address: "127.0.0.1:1", token: "any" }).devices()],
    ]) {
        const found = await call().catch((error) => error);
        assert.ok(found instanceof LabError, String(found));
        assert.equal(found.status, status);
        assert.match(found.message, words);
    }
});
