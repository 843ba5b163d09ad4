import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";
import { current, preferredLanguage } from "./words/current.svelte";
import { look } from "./state/look.svelte";

look.apply();
await current.use(preferredLanguage());
mount(App, { target: document.getElementById("app")! });
