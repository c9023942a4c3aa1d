// A sender of pushes on node:http2, without a known mistake. Each mistake overrides one method of it.
import { createPrivateKey, randomUUID, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import http2 from "node:http2";

const topic = "com.contoso.app";
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

export class Sender {
  attempts = 4;
  dead = new Set();
  failed = [];

  // Makes a provider token, once for all pushes.
  bearer() {
    if (this.token) return this.token;
    const claims = { iss: process.env.SHOULDERTAP_TEAM_ID, iat: Math.floor(Date.now() / 1000) };
    const text = part({ alg: "ES256", kid: process.env.SHOULDERTAP_KEY_ID }) + "." + part(claims);
    const key = createPrivateKey(readFileSync(process.env.SHOULDERTAP_KEY_FILE));
    const signature = sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" });
    this.token = text + "." + signature.toString("base64url");
    return this.token;
  }

  // The connection, a new one when the old one has ended or is about to.
  connection() {
    if (this.session && !this.session.closed && !this.session.destroyed) return this.session;
    const session = http2.connect("https://" + process.env.SHOULDERTAP_APNS);
    session.on("error", () => {});
    session.on("goaway", () => session.close());
    this.session = session;
    return session;
  }

  headers() {
    return { "apns-push-type": "background", "apns-priority": "5" };
  }

  // One request. Resolves to its status, or to null when the connection broke.
  request(token, payload, id) {
    return new Promise((resolve) => {
      let status = null;
      const stream = this.connection().request({
        ":method": "POST", ":path": "/3/device/" + token, authorization: "bearer " + this.bearer(),
        "apns-topic": topic, "apns-id": id, ...this.headers(),
      });
      stream.on("response", (headers) => { status = headers[":status"]; });
      stream.on("error", () => { status = null; });
      stream.on("close", () => resolve(status));
      stream.resume();
      stream.end(payload);
    });
  }

  pause(attempt) {
    return wait(30 * 2 ** attempt);
  }

  // Sends a push, and tries again while that may help. Resolves to whether it was accepted.
  async push(token, content) {
    if (this.dead.has(token)) return false;
    const payload = JSON.stringify({ aps: { "content-available": 1 }, content });
    const id = randomUUID();
    for (let attempt = 0; attempt < this.attempts; attempt += 1) {
      const status = await this.request(token, payload, id);
      if (status === 410) {
        this.dead.add(token);
        return false;
      }
      if (![null, 429, 500, 503].includes(status)) return status === 200;
      if (attempt + 1 < this.attempts) await this.pause(attempt);
    }
    this.failed.push(token);
    return false;
  }

  close() {
    this.session?.close();
  }
}

// Three rounds of news to all devices of the scenario.
export async function sendNews(sender) {
  const answer = await fetch(process.env.SHOULDERTAP_HTTP + "/lab/devices");
  const { devices } = await answer.json();
  for (let round = 0; round < 3; round += 1) {
    for (const device of devices) await sender.push(device.token, `news ${round}`);
  }
  sender.close();
}
