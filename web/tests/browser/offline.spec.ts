// Tests without a server: the folder of files on a host that knows nothing of the game, and then without any line.
import { execFileSync } from "node:child_process";
import { cpSync, createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { everythingKept, listenToWorkers, notForSeat, serviceWorkerIsThere } from "./everything_kept";
import { Person, expect, test as base } from "./server";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = process.env.NINELIVES_PROGRAM ?? root + "build/release/ninelives";
const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png" };

// Any web host: files, some of their types, and nothing else. It says what it was asked for.
class PlainHost {
  readonly asked: string[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), "ninelives-static-"));
  #server: Server = createServer((question, answer) => {
    const path = new URL(question.url!, "http://host").pathname;
    this.asked.push(path);
    const file = join(this.folder, path.replace(/^\/games\//, "/").replace(/\/$/, "/index.html"));
    if (!path.startsWith("/games/") || !existsSync(file) || !statSync(file).isFile()) return void answer.writeHead(404).end("nothing here");
    answer.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(answer);
  });

  start = () => new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
  end = () => new Promise((done) => {
    rmSync(this.folder, { recursive: true, force: true });
    this.#server.closeAllConnections();
    this.#server.close(done);
  });
  // In a folder of the host, as many are.
  get url() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/games/`;
  }
}

async function newHost(): Promise<PlainHost> {
  const host = new PlainHost();
  // A folder that was made already, as the site's is, or a fresh one.
  const made = process.env.NINELIVES_STATIC;
  if (made) cpSync(made, host.folder, { recursive: true });
  else execFileSync(root + "tools/static.sh", [host.folder], { stdio: "pipe" });
  await host.start();
  return host;
}

const test = base.extend<object, { host: PlainHost }>({
  host: [
    async ({}, use) => {
      const host = await newHost();
      await use(host);
      await host.end();
    },
    { scope: "worker" },
  ],
});

// The bots' answers leave at a person's pace: here nobody watches them.
async function hurry(one: Person) {
  await one.page.locator("header .bar .button").last().click();
  await one.page.getByLabel("Bots play").selectOption({ label: "fast" });
  await one.page.keyboard.press("Escape");
}

// One click, and the bots play the game to its end by themselves.
async function leaveItToTheBots(one: Person) {
  await one.page.getByRole("button", { name: "Play now" }).click();
  await one.page.locator(".hand .slot").first().waitFor();
  await one.page.locator("header .bar .button").last().click();
  await one.page.getByRole("button", { name: "Give up" }).dblclick();
  await one.page.getByRole("button", { name: "Fast-forward" }).click();
  await one.page.locator("dialog .win").waitFor();
}

test("WEB-9 a folder of files: a whole game, its replay and its verified shuffle", async ({ host, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.goto(host.url);
  await expect(page.getByText("Join a friend")).toHaveCount(0);
  await page.getByRole("button", { name: "Play now" }).waitFor();
  expect(host.asked.filter((path) => /wasm|nlnet|worker/.test(path)), "loaded before it was wanted").toEqual([]);
  await page.getByRole("button", { name: "Create a room" }).click();
  await page.getByLabel("Bots", { exact: false }).first().fill("1");
  await page.getByLabel("Time to Nope", { exact: false }).fill("1");
  await page.getByRole("button", { name: "Create the room" }).click();
  await expect(page.getByText("Invite friends")).toHaveCount(0);
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator(".hand .slot").first().waitFor();
  await hurry(ann);
  await ann.playToTheEnd();
  expect(host.asked.filter((path) => path.endsWith("nlnet")), "easy bots have no network").toEqual([]);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the record" }).click();
  const file = await (await saved).path();
  // The program makes the same game from its seeds, card by card and move by move.
  expect(execFileSync(program, ["verify", file], { encoding: "utf8" })).toContain("ok");
  expect(execFileSync(program, ["replay", file], { encoding: "utf8" })).toContain("The game is over.");
  expect(readFileSync(file, "utf8")).toContain('"fair"');
  await page.getByRole("button", { name: "Verify the shuffle" }).click();
  await expect(page.getByText("Your own share is among them")).toBeVisible();
  await page.getByRole("button", { name: "Replay" }).click();
  await page.locator(".controls").waitFor();
  await page.keyboard.press("End");
  await expect(page.getByTestId("facts")).toContainText(/You win|wins/);
  await page.goto(host.url + "#rules/official");
  await expect(page.getByText("The deal")).toBeVisible();
});

test("WEB-9 installed, then started with the line cut: practice, tutorial and a record from a file", async ({ person }) => {
  const host = await newHost();
  const ann = await person({ serviceWorkers: "allow" });
  const { page } = ann;
  await page.goto(host.url);
  const { url } = host;
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector<HTMLLinkElement>("link[rel=manifest]")!.href)).json() as Promise<{ start_url: string; display: string; icons: { src: string; sizes: string }[] }>);
  expect(manifest).toMatchObject({ start_url: "./", display: "standalone" });
  expect(manifest.icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  for (const icon of manifest.icons) expect((await page.request.get(host.url + icon.src)).ok()).toBe(true);
  await serviceWorkerIsThere(page);
  // The host is gone, and the line with it.
  await host.end();
  await page.context().setOffline(true);
  await page.goto(url);
  await page.getByRole("link", { name: "How to play" }).click();
  await page.locator(".coach .line").waitFor();
  await page.goto(url + "#replay");
  await page.locator("input[type=file]").setInputFiles(root + "tests/golden/family-both-6.jsonl");
  await page.locator(".controls").waitFor();
  await page.goto(url);
  await page.reload();
  await leaveItToTheBots(ann);
});

test("WEB-9 the strongest bots load their networks when they are asked, not before", async ({ host, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.goto(host.url);
  await page.getByLabel("Difficulty").selectOption("hard");
  expect(host.asked.filter((path) => path.endsWith("nlnet"))).toEqual([]);
  await leaveItToTheBots(ann);
  // A first game that begins with the person's own turn has a hint, which has networks of its own.
  const networks = host.asked.filter((path) => /\/net-[^/]*\.nlnet$/.test(path));
  expect(networks.length).toBe(1);
  expect((await (await page.request.get(new URL(networks[0] ?? "", host.url).href)).body()).length).toBeLessThan(4_000_000);
});

test("WEB-9 a page whose server is away plays here, and goes back to the server after that", async ({ server, person }) => {
  const ann = await person();
  const { page } = ann;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Play now" }).waitFor();
  let cut = true;
  // The server's files come, its line doesn't.
  await page.routeWebSocket(/\/ws$/, (socket) => (cut ? socket.close() : void socket.connectToServer()));
  await page.reload();
  await expect(page.getByText("Play now works anyway")).toBeVisible();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".hand .slot").first().waitFor();
  expect(await page.evaluate(() => localStorage.getItem("ninelives.seats"))).toBeNull();
  cut = false;
  await page.locator("header .bar .button").last().click();
  await page.getByRole("button", { name: "Leave the room" }).click();
  await expect(page.getByText("One click: you against three bots.")).toBeVisible();
  await page.getByRole("button", { name: "Create a room" }).click();
  await page.getByRole("button", { name: "Create the room" }).click();
  await expect(page.getByText("Invite friends")).toBeVisible();
});

// A game is in the list with its review, and the puzzle of the day is answered.
async function solvesPuzzle({ page }: Person) {
  await page.getByRole("link", { name: "Puzzle", exact: false }).click();
  await page.locator(".answers .button").first().click();
  await expect(page.locator(".reasons .right")).toHaveCount(1);
}
async function asksForReview({ page }: Person, url: string) {
  await page.goto(url + "#history");
  await page.getByRole("button", { name: "Review" }).first().click();
}

test("WEB-9 WEB-10 puzzles, My games and the review need no server; without a line the review says what it lacks until it had one", async ({ person }) => {
  const host = await newHost();
  const ann = await person({ serviceWorkers: "allow" });
  const { page } = ann;
  const { url } = host;
  await page.goto(url);
  await serviceWorkerIsThere(page);
  await page.reload();
  await page.context().setOffline(true);
  await solvesPuzzle(ann);
  await page.goto(url);
  await leaveItToTheBots(ann);
  await asksForReview(ann, url);
  await expect(page.getByText("needs a large file that hasn't been loaded yet")).toBeVisible();
  // A plain host is enough for it; then it is kept.
  await page.context().setOffline(false);
  await page.goto(url);
  await asksForReview(ann, url);
  await expect(page.getByRole("dialog").getByText("What decided the game:")).toBeVisible();
  await host.end();
  await page.context().setOffline(true);
  await page.goto(url);
  await asksForReview(ann, url);
  await expect(page.getByRole("dialog").getByText("What decided the game:")).toBeVisible();
  ann.problems.splice(0); // files that were not there, as they should not have been
});

test("WEB-9 nothing of other hands is in the page, its workers, caches or stores while a game without a server runs", async ({ host, person }) => {
  const ann = await person({ serviceWorkers: "allow" });
  const { page } = ann;
  const heard = await listenToWorkers(page);
  await page.goto(host.url);
  await serviceWorkerIsThere(page);
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".act[data-phase]").waitFor();
  const told = (await heard()).flatMap((one) => (typeof one === "object" && one !== null && "message" in one ? [JSON.parse(String(one.message))] : []));
  expect(told.some(({ t }) => t === "view")).toBe(true);
  expect(notForSeat(told, 0)).toEqual([]);
  const kept = await everythingKept(page);
  expect(kept.rows).toEqual({});
  expect(kept.storages).not.toMatch(/defuse|exploding|"hand/);
  expect(kept.cached.length).toBeGreaterThan(20);
  // Nothing but the files of the folder, as they lie there.
  for (const { path, body } of kept.cached) expect(body === readFileSync(join(host.folder, path.replace(/^\/games\//, "/")), "latin1"), path).toBe(true);
});
