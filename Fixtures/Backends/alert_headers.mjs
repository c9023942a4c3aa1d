// Sends silent pushes with the headers of alerts, with --bug.
import { Sender, sendNews } from "./sender.mjs";

class Loud extends Sender {
  headers() {
    return { "apns-push-type": "alert", "apns-priority": "10" };
  }
}

await sendNews(process.argv.includes("--bug") ? new Loud() : new Sender());
