// Client of the coach's worker.
import type { GameReview, Puzzle } from "./core";
import type { FromCoach, ToCoach } from "./messages";

// One worker per task; it ends with the task, or when its result is no longer needed.
function request<Result>(message: ToCoach, result: (reply: FromCoach) => Result | undefined, abandon?: AbortSignal): Promise<Result> {
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
  return request({ id: 1, record }, (reply) => {
    if ("of" in reply) progress(reply.done / reply.of);
    return "review" in reply ? reply.review : undefined;
  }, abandon);
}

export const puzzleOf = (day: number): Promise<Puzzle> => request({ id: 1, day }, (reply) => ("puzzle" in reply ? reply.puzzle : undefined));

// A record that begins at the puzzle. Cards hidden from its player are dealt again at random.
export const puzzleRecord = (day: number): Promise<string[]> => {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return request({ id: 1, day, seed: seed! }, (reply) => ("lines" in reply ? reply.lines : undefined));
};
