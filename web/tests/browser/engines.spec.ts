// Tests of the page in other browsers, one whole game each: Firefox by WebDriver BiDi, WebKit (GTK) by WebDriver.
import { spawn } from "node:child_process";
import puppeteer from "puppeteer-core";
import { expect, freePort, openRoom, playItself, test, type GameServer } from "./server";
import { only } from "./stacked";

const miniBrowser = process.env.WEBKIT ?? `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/webkit2gtk-4.1/MiniBrowser`;
// Many kittens: a short game.
const rules = only({ skip: 8, attack: 6, see: 6, favor: 4, nope: 4, exploding: 12 }, { kittens: 8 });
const settings = { seats: 3, bots: 2, window_ms: 500, turn_s: 0, rules };

// Runs in the page: waits for what `selector` finds with `text` in it; presses it, where that is wanted.
async function findOne({ selector, text, press }: { selector: string; text: string; press: boolean }) {
  const found = () => [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent.includes(text));
  while (!found()) await new Promise((later) => setTimeout(later, 50));
  if (press) found()!.click();
  return found()?.textContent.trim() ?? "";
}

// Runs in the page: scenes begin, and a tap ends them.
function endScenes() {
  setInterval(() => document.querySelector(".stage") && dispatchEvent(new PointerEvent("pointerdown")), 400);
}

// Features that a browser needs for these games.
type Driven = { goTo(url: string): Promise<void>; run<Result, Given>(script: (given: Given) => Result | Promise<Result>, given: Given): Promise<Result>; end(): Promise<void> };

// Makes a room, plays to the end, has the shuffle verified, and looks at the replay.
async function wholeGame(browser: Driven, server: GameServer) {
  const find = (selector: string, text: string, press = false) => browser.run(findOne, { selector, text, press });
  await browser.goTo(server.url + "game.js");
  const room = await browser.run(openRoom, { name: "Ann", settings });
  await browser.goTo(server.url + "#" + room);
  await find("button", "Start the game", true);
  await find(".act", "");
  await browser.run(endScenes, undefined);
  const asked = await browser.run(playItself, undefined);
  expect(asked).toContain("turn");
  await find("dialog button", "Verify the shuffle", true);
  await find("dialog .good", "");
  await find("dialog button", "Replay", true);
  await find(".controls .count", "/");
}

async function firefox(): Promise<Driven> {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: true, protocolTimeout: 240_000 });
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  return {
    goTo: async (url) => void (await page.goto(url)),
    run: (script, given) => page.evaluate(script as never, given as never) as never,
    end: () => browser.close(),
  };
}

// WebKitWebDriver shows its windows on a screen of its own.
async function webkit(): Promise<Driven> {
  const port = await freePort();
  const driver = spawn("xvfb-run", ["-a", "WebKitWebDriver", `--port=${port}`], { stdio: "ignore", detached: true });
  const ask = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const ready = () => ask("GET", "/status").then(() => true, () => false);
  while (!(await ready())) await new Promise((later) => setTimeout(later, 100));
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary: miniBrowser, args: ["--automation"] }, timeouts: { script: 240_000 } } };
  const { sessionId } = await ask<{ sessionId: string }>("POST", "/session", { capabilities });
  const at = `/session/${sessionId}`;
  return {
    goTo: (url) => ask("POST", `${at}/url`, { url }),
    run: async (script, given) => {
      const call = `const done = arguments[1]; Promise.resolve((${script})(arguments[0])).then((value) => done([value]), (error) => done(String(error)));`;
      const said = await ask<unknown>("POST", `${at}/execute/async`, { script: call, args: [given ?? null] });
      if (!Array.isArray(said)) throw new Error(String(said));
      return said[0] as never;
    },
    end: async () => {
      await ask("DELETE", at);
      process.kill(-driver.pid!);
    },
  };
}

for (const [name, start] of [["Firefox", firefox], ["WebKit", webkit]] as const) {
  test(`WEB-1 WEB-6 a whole game in ${name}: from the link to the verified shuffle and the replay`, async ({ server }) => {
    const browser = await start();
    try {
      await wholeGame(browser, server);
    } finally {
      await browser.end();
    }
  });
}
