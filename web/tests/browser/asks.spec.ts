// Tests of confirmations before irreversible steps, of dead links, and of private rooms.
import { expect, test } from "./server";

async function lobby(server: Parameters<Parameters<typeof test>[2]>[0]["server"], person: Parameters<Parameters<typeof test>[2]>[0]["person"]) {
  const [ann, bob] = [await person(), await person()];
  const code = await ann.seatAt(server, "Ann", { seats: 3 });
  await bob.join(server, code, "Bob");
  return [ann, bob] as const;
}

test("WEB-1 the logo in the lobby asks before the host leaves; the others hear who is host then", async ({ server, person }) => {
  const [ann, bob] = await lobby(server, person);
  await expect(ann.page.locator(".notices")).toContainText("Bob joined.");
  await ann.page.locator("header .brand").click();
  await expect(ann.page.locator("dialog")).toContainText("Leave the table?");
  await ann.page.getByRole("button", { name: "Stay" }).click();
  await expect(ann.page.locator("h1", { hasText: "Waiting for players" })).toHaveCount(1);
  await ann.page.locator("header .brand").click();
  await ann.page.locator("dialog").getByRole("button", { name: "Leave the room" }).click();
  await expect(bob.page.locator(".notices")).toContainText("Ann left. Bob is the host now.");
  // The notice goes, the line stays.
  await expect(bob.page.locator(".chat li")).toHaveText(["Ann left. Bob is the host now."]);
});

test("WEB-1 kicking and handing over are asked once more", async ({ server, person }) => {
  const [ann, bob] = await lobby(server, person);
  await ann.page.getByRole("button", { name: "Make host" }).click();
  await ann.page.getByRole("button", { name: "Cancel" }).click();
  await expect(ann.page.getByRole("button", { name: "Start the game" })).toHaveCount(1);
  await ann.page.getByRole("button", { name: "Kick" }).click();
  await expect(ann.page.locator("dialog")).toContainText("Kick Bob?");
  await expect(bob.page.locator("h1", { hasText: "Waiting for players" })).toHaveCount(1);
  await ann.page.locator("dialog").getByRole("button", { name: "Kick" }).click();
  await expect(bob.page.locator(".notices")).toContainText("removed");
});

test("WEB-1 a room for friends is there at once, and in no list", async ({ server, person }) => {
  const [ann, bob] = [await person(), await person()];
  await ann.page.goto(server.url);
  await ann.page.getByRole("button", { name: "Play with friends" }).click();
  await ann.page.locator("h1", { hasText: "Waiting for players" }).waitFor();
  await expect(ann.page.locator(".code")).toContainText(ann.code());
  await bob.page.goto(server.url + "#new");
  await expect(bob.page.getByRole("checkbox", { name: /list/i })).not.toBeChecked();
  await bob.page.goto(server.url);
  await expect(bob.page.locator(".columns li")).toHaveCount(0);
});

test("WEB-2 house rules that can't be played are refused with their reason", async ({ server, person }) => {
  const { page } = await person();
  await page.goto(server.url + "#new");
  await page.getByText("House rules").click();
  await page.getByLabel("Cards dealt to everybody").first().fill("30");
  await page.getByRole("button", { name: "Create the room" }).click();
  await expect(page.locator(".notices")).toContainText("There are not enough cards for hands of that size.");
});

test("WEB-10 links that lead nowhere say so", async ({ server, person }) => {
  const { page } = await person();
  await page.goto(server.url + "#4f0c2m8k1");
  await expect(page.locator("h1")).toContainText("This link leads nowhere");
  await expect(page.locator("main")).toContainText("4f0c2m8k1");
  await page.goto(server.url + "g/0123456789abcdef");
  await expect(page.locator("body")).toContainText("There's no finished game here.");
});
