// Routes in the part of the address after #: they work from any folder of any server.
//   #CODE                      a room
//   #CODE/replay/STEP/EYES/N   a move of its N-th game, or of the last; EYES is a seat or "all"
//   #g/GAME/STEP/EYES          a move of a game that the server keeps
//   …/review                   … with what the coach says of the game
//   #h/GAME/STEP/EYES          a move of a game that this browser keeps
//   #history                   the games that this browser keeps
//   #daily                     the daily deal
//   #drills                    positions of the user's games to practise
//   #ladder                    nicknames by strength
//   #puzzle/DATE               the puzzle of that day, or of today
//   #me/KEY                    another device's nickname and games, to be taken over
//   #replay                    a record from a file
//   #learn                     the first game
//   #rules/PRESET              the rules, for a preset
export type Eyes = number | "all";
export type Route =
  | { page: "home" }
  | { page: "unknown"; text: string }
  | { page: "new" }
  | { page: "learn" }
  | { page: "history" }
  | { page: "ladder" }
  | { page: "daily" }
  | { page: "drills" }
  | { page: "rules"; preset: string }
  | { page: "room"; code: string }
  | { page: "puzzle"; day: string }
  | { page: "me"; key: string }
  | { page: "replay"; code?: string; kept?: string; own?: string; step: number; eyes: Eyes; game?: number; review?: boolean };

const code = /^[0-9a-hjkmnp-tv-z]{10}$/;

// Reads a typed code: capitals, spaces, dashes, a whole link, and letters that look like digits.
export function readCode(text: string): string | undefined {
  const last = text.trim().split("#").pop()!.split("/")[0]!;
  const plain = last.toLowerCase().replace(/[\s-]/g, "").replace(/o/g, "0").replace(/[il]/g, "1");
  return code.test(plain) ? plain : undefined;
}

const keptGame = /^[0-9a-f]{16}$/;
const ownGame = /^[0-9a-f]{32}$/;

// The address of a game by the id in its record.
export const keptAddress = (gameId: string) => gameId.slice(0, 16);

const ownKey = /^[\w-]{43}$/;

export function readRoute(hash: string): Route {
  const parts = hash.replace(/^#/, "").split("/");
  const review = parts.length > 1 && parts.at(-1) === "review";
  const [first = "", second, ...rest] = review ? parts.slice(0, -1) : parts;
  const [step, eyes, game] = rest;
  if (first === "new" || first === "learn" || first === "history" || first === "ladder" || first === "daily" || first === "drills") return { page: first };
  if (first === "rules") return { page: "rules", preset: second ?? "" };
  if (first === "puzzle") return { page: "puzzle", day: second ?? "" };
  if (first === "me" && ownKey.test(second ?? "")) return { page: "me", key: second! };
  const replay = {
    page: "replay" as const,
    step: /^\d{1,5}$/.test(step ?? "") ? Number(step) : 0,
    eyes: /^[0-5]$/.test(eyes ?? "") ? Number(eyes) : ("all" as const),
    ...(/^[1-9]\d{0,5}$/.test(game ?? "") ? { game: Number(game) } : {}),
    ...(review ? { review } : {}),
  };
  if (first === "replay") return replay;
  if (first === "h" && ownGame.test(second ?? "")) return { ...replay, own: second! };
  if (first === "g" && keptGame.test(second ?? "")) return { ...replay, kept: second! };
  const room = readCode(first);
  if (!room) return first === "" ? { page: "home" } : { page: "unknown", text: first };
  return second === "replay" ? { ...replay, code: room } : { page: "room", code: room };
}

export function writeRoute(route: Route): string {
  switch (route.page) {
    case "home": return "";
    case "unknown": return route.text;
    case "new":
    case "history":
    case "ladder":
    case "daily":
    case "drills":
    case "learn": return route.page;
    case "rules": return `rules/${route.preset}`;
    case "room": return route.code;
    case "me": return `me/${route.key}`;
    case "puzzle": return route.day ? `puzzle/${route.day}` : "puzzle";
    case "replay": return writeReplay(route);
  }
}

function writeReplay({ code, kept, own, step, eyes, game, review }: Extract<Route, { page: "replay" }>): string {
  const end = review ? "review" : undefined;
  if (own) return ["h", own, step, eyes, end].filter((part) => part !== undefined).join("/");
  const parts = kept ? ["g", kept, step, eyes, end] : code ? [code, "replay", step, eyes, game, end] : ["replay", end];
  return parts.filter((part) => part !== undefined).join("/");
}
