// Whole games, to their end, in every preset: four browsers and bots at one table. In CI each preset has another
// variant, of which `all` has every card of the program in one box; ./test long plays all of them.
import { expect, test } from "./server";

const variants = { none: [], imploding: ["imploding"], streaking: ["streaking"], all: ["imploding", "streaking", "stray"] };
const inCi: Record<string, string> = { official: "all", srs: "imploding", family: "none", implosion: "streaking" };
const played = (preset: string, variant: string) => process.env.NINELIVES_LONG === "1" || inCi[preset] === variant;
const names = ["Ann", "Bob", "Cem", "Dana"];

for (const preset of ["official", "srs", "family", "implosion"]) {
  for (const [variant, expansions] of Object.entries(variants)) {
    if (!played(preset, variant)) continue;
    test(`WEB-1 WEB-2 four browsers play ${preset} with ${variant} to the end`, async ({ server, person }) => {
      const people = await Promise.all(names.map(() => person()));
      const seats = preset === "srs" ? 4 : 5;
      const code = await people[0]!.seatAt(server, names[0]!, { preset, expansions, seats, bots: seats - 4, window_ms: 500, turn_s: 0 });
      await Promise.all(people.slice(1).map((one, i) => one.join(server, code, names[i + 1]!)));
      await people[0]!.page.getByRole("button", { name: "Start the game" }).click();
      const seen = await Promise.all(people.map((one) => one.playToTheEnd()));
      test.info().annotations.push({ type: "questions", description: [...new Set(seen.flat())].sort().join(" ") });
      const results = await Promise.all(people.map((one) => one.page.locator("dialog ol li b").allTextContents()));
      expect(results[0]!.length).toBe(seats);
      for (const result of results) expect(result).toEqual(results[0]);
    });
  }
}
