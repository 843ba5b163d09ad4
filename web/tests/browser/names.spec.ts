// The longest names of cards, wherever five of them lie side by side, on screens from 320 points on.
import type { WebSocketRoute } from "@playwright/test";
import { expect, test, type GameServer, type Person } from "./server";
import { only } from "./stacked";
import { tidy } from "./tidy";

const long = ["cattermelon", "rainbow", "imploding", "garbage", "curse"];
const screens = [[320, 568], [320, 740], [360, 740], [412, 915], [559, 800], [740, 360], [720, 450], [600, 521], [820, 1180], [1366, 657]] as const;

// Whatever lies on top of the pile, the page is told of those.
function longNamesOnTop(socket: WebSocketRoute) {
  const server = socket.connectToServer();
  const told = (key: string, value: unknown) => {
    if (key === "secret" && Array.isArray(value) && value.length === long.length) return long;
    const fact = value as { low?: number; high?: number; card?: string } | null;
    return fact?.card && fact.low !== undefined && fact.low === fact.high ? { ...fact, card: long[fact.low] ?? fact.card } : value;
  };
  server.onMessage((text) => socket.send(JSON.stringify(JSON.parse(String(text), told))));
}

// Ann has played her card, of which all hands are full.
async function played(server: GameServer, ann: Person, bob: Person, card: string) {
  const rules = only({ [card]: 14, exploding: 10 }, { kittens: 6 });
  const code = await ann.seatAt(server, "Ann", { seats: 2, window_ms: 500, turn_s: 0, expansions: ["imploding", "streaking"], rules });
  await bob.page.goto("about:blank");
  await bob.join(server, code, "Bob");
  await ann.page.locator(".button.main").click();
  await ann.page.locator(".hand .slot.lit").last().click();
  await ann.act.locator(".button.main").first().click();
}

for (const locale of ["en-US", "ko-KR"]) {
  test(`WEB-7 STF-1 IMP-3 no name of five cards is broken or small, seen or put in order: ${locale}`, async ({ server, person }) => {
    const [ann, bob] = [await person({ locale }), await person()];
    await ann.page.routeWebSocket(/\/ws$/, longNamesOnTop);
    for (const [card, list] of [["see5", ".peek"], ["alter5", ".order"]] as const) {
      await played(server, ann, bob, card);
      await expect(ann.page.locator(`${list} li`)).toHaveCount(5);
      for (const [width, height] of screens) {
        await ann.page.setViewportSize({ width, height });
        await tidy(ann.page, `${card} at ${width}×${height}`);
      }
    }
  });
}
