/** A sender for the tests of the clients: the verb `push`. Resolves to its exit status. */
import { spawn } from "node:child_process";
import { once } from "node:events";

export async function push(token) {
    const { env } = process;
    const key = ["KEY_ID", "TEAM_ID", "KEY_FILE"].map((name) => env["SHOULDERTAP_" + name]).join(":");
    const words = ["--device", token, "--topic", "com.example.app", "--to", env.SHOULDERTAP_APNS];
    const child = spawn(env.TOOL, ["push", ...words, "--ca", env.SHOULDERTAP_CA, "--key", key, "-"], {
        stdio: ["pipe", "ignore", "ignore"],
    });
    child.stdin.end('{"aps":{"content-available":1}}');
    return (await once(child, "exit"))[0];
}
