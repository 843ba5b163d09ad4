// Entry point of the page.
import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { current, preferredLanguage, tryLanguage } from "./words/current.svelte";
import { session } from "./state/game.svelte";
import { look } from "./state/look.svelte";

// Screens come when they are wanted; after a deploy, or without a line, one may not come.
addEventListener("vite:preloadError", () => (session.missing = true));

look.apply();
await current.use((await tryLanguage()) ?? preferredLanguage());
mount(App, { target: document.getElementById("app")! });

// So that the page starts without a line; browsers have this on https and on localhost only.
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js").catch(() => undefined);
