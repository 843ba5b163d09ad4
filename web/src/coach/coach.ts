// The page's way to the coach in its worker.
import type { GameReview, Puzzle } from "./core";
import type { FromCoach, ToCoach } from "./messages";

// One worker a task; it ends with the task, or when nobody wants the answer any more.
function asked<Result>(message: ToCoach, result: (told: FromCoach) => Result | undefined, abandon?: AbortSignal): Promise<Result> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  return new Promise<Result>((take, fail) => {
    worker.onmessage = ({ data }: MessageEvent<FromCoach>) => {
      if ("fault" in data) return fail(new Error(data.fault));
      const found = result(data);
      if (found !== undefined) take(found);
    };
    worker.onerror = () => fail(new Error("the worker can't be loaded"));
    abandon?.addEventListener("abort", () => fail(new Error("abandoned")));
    worker.postMessage(message);
  }).finally(() => worker.terminate());
}

export function reviewOf(record: string, progress: (part: number) => void, abandon: AbortSignal): Promise<GameReview> {
  return asked({ id: 1, record }, (told) => {
    if ("of" in told) progress(told.done / told.of);
    return "review" in told ? told.review : undefined;
  }, abandon);
}

export const puzzleOf = (day: number): Promise<Puzzle> => asked({ id: 1, day }, (told) => ("puzzle" in told ? told.puzzle : undefined));

// A record that begins at the puzzle. Cards that its player can't see are dealt again, at random.
export const puzzleRecord = (day: number): Promise<string[]> => {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return asked({ id: 1, day, seed: seed! }, (told) => ("lines" in told ? told.lines : undefined));
};
