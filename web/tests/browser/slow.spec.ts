// Tests of games over days: people who are never there together.
import { expect, GameServer, test } from "./server";

test("WEB-13 in a slow room a seat waits for its player, and the start page knows of it", async ({ person }) => {
  const server = new GameServer(); // its rooms would stay on the start pages of other tests
  await server.start();
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 2, hours: 24, rules: { first: "zero" } });
  await expect(ann.page.getByText("1 day for each decision")).toBeVisible();
  await ann.page.goto("about:blank");
  await bob.page.goto(server.url + "#" + code);
  await expect(bob.page.getByText("1 day for each decision")).toBeVisible();
  await bob.page.getByLabel("Your name").fill("Bob");
  await bob.page.getByRole("button", { name: "Sit down" }).click();
  await expect(bob.page.getByText("You may close this page.")).toBeVisible();
  // By the page's own way home the seat waits as well.
  await bob.page.locator("header").getByRole("button", { name: "Start page" }).or(bob.page.locator("header a").first()).first().click();
  const tables = bob.page.getByRole("region", { name: "Your tables" });
  await expect(tables.getByText("not started yet")).toBeVisible();
  await expect(tables.getByText("Ann")).toBeVisible();
  await bob.page.goto("about:blank");
  await server.end();
});
