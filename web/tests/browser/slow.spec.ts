// Games over days: people who are never there together, and word that it is their turn.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium as browsers, type BrowserContext, type Page } from "@playwright/test";
import { chromium } from "./chromium";
import { PushReceiver } from "./push_receiver";
import { expect, freePort, Person, program, root, settings, test } from "./server";

const slow = { seats: 2, hours: 24, rules: { first: "zero" } };

// Draws a card; a kitten goes back to the bottom, so that nobody dies of it for long.
async function draw({ page }: Person) {
  await page.locator('.act[data-phase="turn"]').waitFor();
  await page.keyboard.press("d");
  const place = page.locator('.act[data-phase="place"]');
  await place.or(page.locator(".act:not([data-phase])")).waitFor();
  if (!(await place.isVisible())) return;
  await place.locator("input[type=range]").evaluate((slider: HTMLInputElement) => {
    slider.value = slider.max;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await place.locator("form .button.main").click();
  await page.locator(".act:not([data-phase])").waitFor();
}

const close = ({ page }: Person) => page.goto("about:blank");

test("WEB-13 two people play a slow game by turns, one of whom is always away", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", slow);
  await expect(ann.page.getByText("1 day for each decision")).toBeVisible();
  await close(ann);
  await bob.page.goto(server.url + "#" + code);
  await expect(bob.page.getByText("1 day for each decision")).toBeVisible();
  await bob.page.getByLabel("Your name").fill("Bob");
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await expect(bob.page.getByText("You may close this page.")).toBeVisible();
  // By the page's own way home the seat waits as well.
  await bob.page.locator("header").getByRole("button", { name: "Start page" }).or(bob.page.locator("header a").first()).first().click();
  await expect(bob.page.getByRole("heading", { name: "Your tables" })).toBeVisible();
  await expect(bob.page.getByText("not started yet")).toBeVisible();
  await close(bob);
  await ann.page.goto(server.url + "#" + code);
  await ann.page.getByRole("button", { name: "Start the game" }).click();
  await draw(ann);
  await expect(ann.page.locator('.seat[data-seat="1"] [role=timer]')).toContainText("1 day");
  await close(ann);
  for (const one of [bob, ann, bob, ann]) {
    await one.page.goto(server.url);
    await expect(one.page.getByRole("heading", { name: "Your turn at 1 table" })).toBeVisible();
    await expect(one.page).toHaveTitle("(1) Nine Lives");
    await expect(one.page.getByText("your turn · 1 day left")).toBeVisible();
    await one.page.getByRole("link", { name: "Back to the table" }).click();
    await draw(one);
    await close(one);
  }
  // Whoever waits sees for whom.
  await ann.page.goto(server.url);
  await expect(ann.page.getByText("Bob's turn · 1 day left")).toBeVisible();
});

// ---- push -----------------------------------------------------------------------------------------

// A server with a certificate of its own, which its own calls trust.
async function tlsServer(folder: string) {
  const [cert, key] = [join(folder, "own.pem"), join(folder, "own.key")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=own", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert], { stdio: "ignore" });
  const port = await freePort();
  const file = join(folder, "server.toml");
  writeFileSync(file, `call_networks = ["127.0.0.1"]\ntls_cert = "${cert}"\ntls_key = "${key}"\n` + settings);
  const options = ["serve", "--config", file, "--bind", "127.0.0.1", "--port", String(port), "--data", join(folder, "data"), "--web", root + "build/web"];
  const running = spawn(program, options, { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, SSL_CERT_FILE: cert } });
  const url = `https://127.0.0.1:${port}/`;
  const answers = () => new Promise<boolean>((take) => get(url, { rejectUnauthorized: false }, (answer) => take(answer.resume().statusCode === 200)).on("error", () => take(false)));
  while (!(await answers())) {
    if (running.exitCode !== null) throw new Error(`the server ended with ${running.exitCode}`);
    await new Promise((later) => setTimeout(later, 50));
  }
  return { url, tls: { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") }, stop: () => running.kill("SIGINT") };
}

// The browser's own way to its maker leads out of this machine: it is the only part that is put in place of the real one.
function subscribeAt({ endpoint, p256dh, auth }: { endpoint: string; p256dh: number[]; auth: number[] }) {
  const keys: Record<string, number[]> = { p256dh, auth };
  PushManager.prototype.getSubscription = () => Promise.resolve(null);
  PushManager.prototype.subscribe = () => Promise.resolve({ endpoint, getKey: (name: string) => new Uint8Array(keys[name]!).buffer } as unknown as PushSubscription);
}

// Hands a message to the page's service worker as the browser would.
async function deliver(page: Page, url: string, data: string) {
  const line = await page.context().newCDPSession(page);
  const registration = new Promise<string>((take) => {
    line.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find((one) => one.scopeURL === url && !one.isDeleted);
      if (own) take(own.registrationId);
    });
  });
  await line.send("ServiceWorker.enable");
  await line.send("ServiceWorker.deliverPushMessage", { origin: new URL(url).origin, registrationId: await registration, data });
}

const shownIn = (page: Page) =>
  page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })));

// A real notification, and the worker's real answer to it; that a finger has touched it is the one thing nobody here can do.
async function click(context: BrowserContext) {
  await context.serviceWorkers()[0]!.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; WindowClient: { prototype: { focus(): Promise<unknown> } }; NotificationEvent: new (name: string, init: object) => Event };
    scope.WindowClient.prototype.focus = function () { return Promise.resolve(this); };
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent("notificationclick", { notification });
    Object.defineProperty(event, "waitUntil", { value: (work: Promise<unknown>) => work });
    self.dispatchEvent(event);
  });
}

test("WEB-13 a browser whose page is elsewhere is told of its turn, and a click leads to the table", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ninelives-push-"));
  const server = await tlsServer(folder);
  const maker = new PushReceiver(server.tls);
  const endpoint = await maker.start();
  const browser = await browsers.launch({ executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage", "--ignore-certificate-errors"] });
  try {
    const ann = new Person(await (await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block" })).newPage());
    const context = await browser.newContext({ reducedMotion: "reduce", permissions: ["notifications"] });
    await context.addInitScript(subscribeAt, { endpoint, p256dh: [...maker.keys.getPublicKey()], auth: [...maker.auth] });
    const bob = new Person(await context.newPage());
    const code = await ann.seatAt(server, "Ann", slow);
    await bob.page.goto(server.url + "#" + code);
    await bob.page.getByLabel("Your name").fill("Bob");
    await bob.page.getByRole("button", { name: "Sit down" }).click();
    await bob.page.getByLabel("Tell me when it is my turn").check();
    await expect(bob.page.getByLabel("Tell me when it is my turn")).toBeChecked();
    // He leaves the table for another page of the same site.
    await bob.page.goto(server.url + "#rules/official");
    await bob.page.reload();
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await draw(ann);
    await expect.poll(() => maker.bodies.length).toBe(1);
    const text = maker.open(maker.bodies[0]!);
    expect(JSON.parse(text)).toEqual({ t: "turn", room: code, name: "Bob" });
    expect(await shownIn(bob.page)).toEqual([]);
    await deliver(bob.page, server.url, text);
    await expect.poll(() => shownIn(bob.page)).toEqual([{ title: "Your turn", body: "The others at the table wait for you.", tag: code }]);
    await click(context);
    await bob.page.waitForURL(server.url + "#" + code);
    await bob.page.locator('.act[data-phase="turn"]').waitFor();
    await expect.poll(() => shownIn(bob.page)).toEqual([]);
    expect(maker.bodies).toHaveLength(1);
    expect([...ann.problems, ...bob.problems]).toEqual([]);
  } finally {
    await browser.close();
    maker.end();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
