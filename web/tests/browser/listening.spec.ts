// Whole games, the lesson and a review by listening: the words of a screen reader, and keys. Requirements: ACC-1
import { expect, test, type Person } from "./server";
import { Listener } from "./listener";
import { ListeningPlayer } from "./listening_player";

const long = process.env.NINELIVES_LONG === "1";
const games = long ? 10 : 2;

for (let number = 1; number <= games; ++number) {
  test(`ACC-1 a whole game is played from a screen reader's words alone: ${number}`, async ({ server, person }) => {
    const ann: Person = await person();
    const listener = new Listener(ann.page);
    await ann.page.goto(server.url);
    await listener.listen();
    await listener.activate(/^button, Play now/);
    const player = new ListeningPlayer(listener);
    await player.play();
    console.log(listener.transcript.join("\n"));
    expect(player.heard.length).toBeGreaterThan(20);
  });
}
