// Tests of a cluster in the browser: three nodes, a page and a terminal at one table: the node that has the table is
// killed in the middle of a Nope window, and both play on elsewhere.
import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, freePort, program, root, settings, test } from "./server";
import { only } from "./stacked";

class Nodes {
  readonly folder = mkdtempSync(join(tmpdir(), "ninelives-cluster-"));
  readonly ports: number[] = [];
  readonly processes: ChildProcess[] = [];
  #store = "";

  get reason() {
    return this.#store ? "" : "PostgreSQL is not installed";
  }

  async start(count: number, more = "") {
    chmodSync(this.folder, 0o755);
    const order = [join(this.folder, "pg"), "0", "fsync=off"];
    const made = spawnSync(root + "tests/cluster/postgres.sh", ["start", ...order], { encoding: "utf8" });
    if (made.status !== 0) return;
    this.#store = made.stdout.trim();
    writeFileSync(join(this.folder, "server.toml"), more + settings);
    writeFileSync(join(this.folder, "the.key"), randomFillSync(new Uint8Array(32)), { mode: 0o600 });
    for (let i = 0; i < count; i++) await this.add();
  }

  async add() {
    const [number, port] = [this.ports.length, await freePort()];
    const options = ["serve", "--config", join(this.folder, "server.toml"), "--bind", "127.0.0.1", "--port", String(port)];
    options.push("--data", join(this.folder, `node${number}`), "--key", join(this.folder, "the.key"), "--web", root + "build/web");
    options.push("--store", this.#store, "--node-url", `ws://127.0.0.1:${port}/ws`);
    this.ports.push(port);
    this.processes.push(spawn(program, options, { stdio: ["ignore", "ignore", "inherit"] }));
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok;
    await expect.poll(ready).toBe(true);
  }

  kill(...numbers: number[]) {
    for (const one of numbers) this.processes[one]?.kill("SIGKILL");
  }

  // Addresses that a page of this node may connect to now.
  async policy(node: number) {
    return (await fetch(this.url(node))).headers.get("content-security-policy") ?? "";
  }

  url(node: number) {
    return `http://127.0.0.1:${this.ports[node]}/`;
  }

  end() {
    for (const one of this.processes) one.kill("SIGKILL");
    if (this.#store) execFileSync(root + "tests/cluster/postgres.sh", ["stop", join(this.folder, "pg"), "immediate"]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

class Terminal {
  said = "";
  readonly #process: ChildProcess;

  constructor(folder: string, ...options: string[]) {
    const env = { ...process.env, XDG_STATE_HOME: folder, XDG_DATA_HOME: folder };
    this.#process = spawn(program, options, { env, stdio: ["pipe", "pipe", "inherit"] });
    this.#process.stdout?.on("data", (part: Buffer) => (this.said += part.toString()));
  }

  type(line: string) {
    this.#process.stdin?.write(line + "\n");
  }

  hears(text: string) {
    return expect.poll(() => this.said).toContain(text);
  }

  end() {
    this.#process.kill("SIGKILL");
  }
}

// Delay of a timer of 20 ms at worst on this machine now, in milliseconds.
async function longestStall(span: number) {
  let longest = 0;
  for (let last = Date.now(), end = last + span; last < end; ) {
    await new Promise((done) => setTimeout(done, 20));
    longest = Math.max(longest, Date.now() - last - 20);
    last = Date.now();
  }
  return longest;
}

// Does it with so many nodes on a database; wants PostgreSQL and servers beside the browser: ./test asks for it.
async function withNodes(count: number, more: string, play: (nodes: Nodes) => Promise<void>) {
  test.skip(!process.env.NINELIVES_CLUSTER, "only with NINELIVES_CLUSTER=1");
  const nodes = new Nodes();
  try {
    await nodes.start(count, more);
    expect(nodes.reason).toBe("");
    await play(nodes);
  } finally {
    nodes.end();
  }
}

test("CLU-2 CLU-4 the node that has the table is killed in a Nope window; a page and a terminal play on", async ({ person }) => {
  let bob: Terminal | undefined;
  await withNodes(3, "", async (nodes) => {
    const ann = await person();
    const home = { url: nodes.url(0) };
    // A page may go to the nodes that its own knew of when it came.
    for (const port of nodes.ports.slice(1)) await expect.poll(() => nodes.policy(0)).toContain(String(port));
    const code = await ann.seatAt(home, "Ann", { seats: 2, window_ms: 60_000, turn_s: 0, rules: only({ skip: 30, nope: 1 }) });
    // The terminal asks another node, and is sent to where the table is.
    bob = new Terminal(nodes.folder, "join", `127.0.0.1:${nodes.ports[1]}`, code, "--name", "Bob", "--plain");
    await expect(ann.page.getByText("Bob").first()).toBeVisible();
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await ann.page.locator(".hand").getByRole("button", { name: /^Skip/ }).first().click();
    await ann.act.getByRole("button", { name: "Play Skip" }).click();
    await bob.hears("Play a Nope?");
    bob.said = "";
    const stall = await longestStall(1000);
    const killed = Date.now();
    nodes.kill(0);
    // The question stands as it was, and is not asked again: no.
    const said = () => {
      bob?.type("2");
      return bob?.said;
    };
    await expect.poll(said, { intervals: [300] }).toContain("draw to end your turn");
    const terminal = Date.now() - killed;
    // Result of the window: no node told it before the kill.
    await expect(ann.page.locator(".side .log").getByText("Nobody Nopes Skip.", { exact: true })).toBeVisible();
    await expect(ann.page.getByText("Connection lost.")).toBeHidden();
    const page = Date.now() - killed;
    console.log(`after the kill the terminal was at its turn in ${terminal} ms, the page saw it by ${page} ms (wanted: 2000)`);
    // Two seconds on a quiet machine. Here others build and test at the same time, and no test fails on time: twenty
    // seconds is what only a takeover that waited for several leases would take.
    expect(Math.max(terminal, page)).toBeLessThan(Math.max(20_000, 20 * stall));
    // The game goes to its end, and what is left of it is whole.
    await ann.page.getByRole("button", { name: "Menu" }).click();
    await ann.page.getByRole("button", { name: "Give up" }).dblclick();
    const saved = ann.page.waitForEvent("download");
    await ann.page.getByRole("button", { name: "Save the record" }).click();
    expect(execFileSync(program, ["verify", await (await saved).path()], { encoding: "utf8" })).toContain("ok");
  }).finally(() => bob?.end());
});

const twoSkips = { seats: 2, bots: 1, turn_s: 0, rules: only({ skip: 30, nope: 1 }) };

test("CLU-4 a page hears of a node that comes later, and goes there when all of before are gone", async ({ person }) => {
  await withNodes(2, 'later_nodes = ["ws://127.0.0.1:*"]\n', async (nodes) => {
    const ann = await person();
    await ann.seatAt({ url: nodes.url(0) }, "Ann", twoSkips);
    await ann.page.getByRole("button", { name: "Start the game" }).click();
    await ann.act.getByRole("button", { name: "Draw a card" }).waitFor();
    await nodes.add();
    const told = () => ann.heard.filter((text) => text.includes('"t":"nodes"')).at(-1) ?? "";
    await expect.poll(told).toContain(String(nodes.ports[2]));
    const asked = () => ann.heard.filter((text) => text.includes('"t":"question"')).length;
    const before = asked();
    nodes.kill(0, 1);
    // At the table again, not only at the node: before that an answer is refused.
    await expect.poll(asked).toBeGreaterThan(before);
    await ann.page.locator(".hand").getByRole("button", { name: /^Skip/ }).first().click();
    await ann.act.getByRole("button", { name: "Play Skip" }).click();
    await expect(ann.page.locator(".side .log")).toContainText("You play Skip");
  });
});

test("CLU-4 a page that is sent to a node that its policy doesn't know reloads, and is there", async ({ person }) => {
  await withNodes(1, "", async (nodes) => {
    const [ann, bob] = [await person(), await person()];
    await bob.page.goto(nodes.url(0));
    await expect(bob.page.getByLabel("Your name").first()).toBeVisible();
    expect(await nodes.policy(0)).not.toContain("127.0.0.1:*");
    await nodes.add();
    await expect.poll(() => nodes.policy(0)).toContain(String(nodes.ports[1]));
    const code = await ann.seatAt({ url: nodes.url(1) }, "Ann", { seats: 2, turn_s: 0 });
    // The same page goes on: it was loaded when there was one node.
    await bob.page.evaluate((room) => {
      document.body.dataset.before = "1";
      location.hash = room;
    }, code);
    await expect(bob.page.getByText("Ann").first()).toBeVisible();
    expect(await bob.page.evaluate(() => document.body.dataset.before)).toBeUndefined();
    for (const problem of bob.problems.splice(0)) expect(problem).toContain("Content Security Policy");
    await bob.page.getByLabel("Your name").fill("Bob");
    await bob.page.getByRole("button", { name: "Sit down" }).click();
    await expect(ann.page.getByText("Bob").first()).toBeVisible();
  });
});
