// Tests of whole games in every preset.
// Whole games, to their end, in every preset: browsers and bots at one table. In CI each preset has another variant, of which
// `all` has every card of the program in one box and four browsers at it, the others two; ./test long plays all of them with four.
import { expect, test } from "./server";

const variants = { none: [], imploding: ["imploding"], streaking: ["streaking"], all: ["imploding", "streaking", "stray"] };
const inCi: Record<string, string> = { official: "all", srs: "imploding", family: "none", implosion: "streaking" };
const long = process.env.NINELIVES_LONG === "1";
const played = (preset: string, variant: string) => long || inCi[preset] === variant;
const names = ["Ann", "Bob", "Cem", "Dana"];

for (const preset of ["official", "srs", "family", "implosion"]) {
  for (const [variant, expansions] of Object.entries(variants)) {
    if (!played(preset, variant)) continue;
    const at = long || variant === "all" ? names : names.slice(0, 2);
    test(`WEB-1 WEB-2 ${at.length} browsers play ${preset} with ${variant} to the end`, async ({ server, person }) => {
      const people = await Promise.all(at.map(() => person()));
      const seats = preset === "srs" ? 4 : 5;
      const code = await people[0]!.seatAt(server, names[0]!, { preset, expansions, seats, bots: seats - at.length, window_ms: 500, turn_s: 0 });
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
