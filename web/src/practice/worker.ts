// Web worker with a practice server: the same messages as over a network.
import serverUrl from "../../../build/wasm/server.wasm?url";
import { type NetworkName, needed, PracticeCore } from "./core";
import type { FromWorker, ToWorker } from "./line";
import { load, loadNetwork } from "./networks";

const tell = (message: FromWorker) => postMessage(message);

// The core's clock is monotonic, whatever the machine's does.
let latest = 0;
const now = () => (latest = Math.max(latest, Date.now()));

const core = load(serverUrl).then(async (code) => {
  const module = await WebAssembly.compile(code);
  return new PracticeCore(module, {
    send: (message) => tell({ message }),
    close: (closed) => tell({ closed }),
    random: (bytes) => crypto.getRandomValues(bytes),
  });
});

let timer: ReturnType<typeof setTimeout> | undefined;
let thinking = false;
const given = new Set<NetworkName>();

// A missing network is requested again next time, since the connection may be back. Meanwhile
// another question with other needs may have replaced the first.
async function loadNetworks(server: PracticeCore): Promise<boolean> {
  const missing = () => needed(server.waits).find((name) => !given.has(name));
  try {
    for (let name = missing(); name; name = missing()) {
      server.giveNetwork(name, await loadNetwork(name));
      given.add(name);
    }
    return true;
  } catch {
    return false;
  }
}

// Lets messages from the page in between two searches.
async function think(server: PracticeCore) {
  if (thinking) return;
  thinking = true;
  while (server.waits !== "nothing") {
    if (!(await loadNetworks(server))) {
      tell({ weak: true });
      server.drop();
    } else server.think(now());
    await new Promise((later) => setTimeout(later, 0));
  }
  thinking = false;
  wakeWhenDue(server);
}

function wakeWhenDue(server: PracticeCore) {
  clearTimeout(timer);
  if (server.due !== undefined) timer = setTimeout(() => during(server, () => server.tick(now())), Math.max(0, server.due - now()));
}

// An exception in the module is fatal: the page gets a new one with its next connection.
function during(server: PracticeCore, act: () => void) {
  try {
    act();
  } catch (error) {
    console.error(error);
    tell({ closed: "broken" });
    return close();
  }
  void think(server);
  wakeWhenDue(server);
}

onmessage = async (message: MessageEvent<ToWorker>) => {
  const server = await core.catch(() => undefined);
  if (!server) return tell({ closed: "missing" });
  const asked = message.data;
  during(server, () => {
    if ("record" in asked) return server.giveRecord(asked.record);
    if ("say" in asked) return server.receive(asked.say, now());
    server.open(now());
    tell({ opened: true });
  });
};
