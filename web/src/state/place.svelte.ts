// Address of the page as reactive state, and links to its routes.
import { readRoute, writeRoute, type Route } from "./route";

class Place {
  route = $state.raw<Route>(readRoute(location.hash));

  constructor() {
    addEventListener("hashchange", () => (this.route = readRoute(location.hash)));
  }

  go(route: Route) {
    location.hash = writeRoute(route);
    this.route = route;
  }

  // The same without an entry in the browser's history.
  replace(route: Route) {
    history.replaceState(null, "", "#" + writeRoute(route));
    this.route = route;
  }

  link(route: Route): string {
    return location.href.split("#")[0] + "#" + writeRoute(route);
  }

  // A game's own address, which stays when its room is gone: /g/GAME#STEP/EYES.
  keptLink(game: string, move: string, lan: string | undefined): string {
    return new URL("g/" + game, this.#reachable(lan)).href + (move ? "#" + move : "");
  }

  // A link for others: replaces an address that works on this machine only.
  linkFor(route: Route, lan: string | undefined): string {
    return this.#reachable(lan) + "#" + writeRoute(route);
  }

  #reachable(lan: string | undefined): string {
    const own = /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);
    return own && lan ? lan : location.href.split("#")[0]!;
  }
}

export const place = new Place();
