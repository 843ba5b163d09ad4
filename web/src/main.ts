// Entry point of the page.
import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { current, preferredLanguage, tryLanguage } from "./words/current.svelte";
import { session } from "./state/game.svelte";
import { look } from "./state/look.svelte";

// Screens load on demand; after a deploy, or offline, one may fail to load.
addEventListener("vite:preloadError", () => (session.missing = true));

look.apply();
await current.use((await tryLanguage()) ?? preferredLanguage());
mount(App, { target: document.getElementById("app")! });

// Lets the page start offline; browsers allow this on https and localhost only.
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("sw.js").catch(() => undefined);
