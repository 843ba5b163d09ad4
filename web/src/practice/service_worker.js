// Service worker that keeps the page offline. The build writes the list of its files in here; a new build
// is a new list and a new cache, and the old one goes.
const version = "VERSION";
const files = ["FILES"];
const cacheName = "ninelives-" + version;
const page = new URL("index.html", self.registration.scope).href;

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(files.map((file) => new Request(new URL(file, self.registration.scope), { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("ninelives-") && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

// Target of one of the server's own addresses, as the server would lead there: the page has its files beside it.
function placeOf(url) {
  const path = url.pathname.slice(new URL(self.registration.scope).pathname.length);
  const game = /^g\/([0-9a-f]{16})$/.exec(path);
  if (game) return new URL("#g/" + game[1] + url.hash.replace("#", "/"), self.registration.scope);
  return path === "ladder" ? new URL("#ladder", self.registration.scope) : null;
}

// The page itself is asked of the server first, so that a new one is seen at once.
async function pageOf(request) {
  try {
    return await fetch(request);
  } catch {
    const place = placeOf(new URL(request.url));
    if (place) return Response.redirect(place);
    return (await caches.match(page)) ?? Response.error();
  }
}

// Files with a hash in their name never change; those that weren't in the list are kept when they come.
async function fileOf(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && new URL(request.url).pathname.includes("/assets/")) {
    const copy = answer.clone();
    await (await caches.open(cacheName)).put(request, copy);
  }
  return answer;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(request.mode === "navigate" ? pageOf(request) : fileOf(request));
});

// ---- word that it is one's turn -------------------------------------------------------------------

// In the language of the page that asked for it, which has left the words here.
async function wordsOf() {
  const kept = await caches.match("push-words.json", { cacheName: "push-words" });
  return kept ? kept.json() : { title: "Nine Lives", body: "" };
}

async function show(data) {
  const words = await wordsOf();
  const { title } = words;
  const body = (["window", "reminder"].includes(data.why) && words[data.why]) || words.body;
  const icon = new URL("icon-192.png", self.registration.scope).href;
  // One for a table: a newer one takes the place of the last.
  await self.registration.showNotification(title, { body, icon, badge: icon, tag: data.room, renotify: true, data });
}

self.addEventListener("push", (event) => {
  let data = null;
  try {
    data = event.data?.json();
  } catch {
    // Nothing that this page knows.
  }
  if (data?.t === "turn" && typeof data.room === "string" && /^[0-9a-z]{4,20}$/.test(data.room)) event.waitUntil(show(data));
});

// To the table: in a page that is open, or in a new one.
async function goTo(room) {
  const table = new URL("#" + room, self.registration.scope).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === table) ?? pages[0];
  if (!open) return self.clients.openWindow(table);
  await open.focus();
  return open.url === table ? open : open.navigate(table);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.room));
});
