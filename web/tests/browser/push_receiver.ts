// The maker of a browser, on this machine: it takes the server's messages and opens them with the browser's keys, as
// the real ones leave to the browser (RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";

export class PushReceiver {
  readonly keys: ECDH = createECDH("prime256v1");
  readonly auth = randomBytes(16);
  readonly bodies: Buffer[] = [];
  readonly #server: Server;

  constructor(tls: { cert: string; key: string }) {
    this.keys.generateKeys();
    this.#server = createServer(tls, (request, answer) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        this.bodies.push(Buffer.concat(parts));
        answer.writeHead(201).end();
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, "127.0.0.1", ready));
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/send/1`;
  }
  end() {
    this.#server.close();
  }

  // What a message says, for the browser alone.
  open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body[20]!);
    const closed = body.subarray(21 + body[20]!);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.keys.getPublicKey(), sender]);
    const master = Buffer.from(hkdfSync("sha256", this.keys.computeSecret(sender), this.auth, info, 32));
    const derived = (name: string, size: number) => Buffer.from(hkdfSync("sha256", master, salt, `Content-Encoding: ${name}\0`, size));
    const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
    cipher.setAuthTag(closed.subarray(-16));
    const text = Buffer.concat([cipher.update(closed.subarray(0, -16)), cipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }
}
