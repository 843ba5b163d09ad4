// Layout check: nothing is cut, nothing covers anything else, no card is blank.
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { untilNone } from "./screens";

// Runs in the page.
function faultsOnPage(): string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push(`wider than the screen: ${document.documentElement.scrollWidth}`);
  // A scene covers all else for as long as it lasts, and a dialog is all that can be used.
  const scene = document.querySelector(".stage");
  const scope: ParentNode = scene ?? document.querySelector("dialog[open]") ?? document;
  const all = (selector: string) => [...scope.querySelectorAll<HTMLElement>(selector)];
  const seen = (one: HTMLElement) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && getComputedStyle(one).visibility !== "hidden" && !one.closest(".unseen, .notices, .sky" + (scene ? "" : ", .stage"));
  };
  const name = (one: HTMLElement) => one.tagName + "." + one.className.split(" ")[0] + " " + (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30);
  const apart = (a: DOMRect, b: DOMRect) => Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 3 || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= 3;
  const within = (a: DOMRect, b: DOMRect, by: number) => a.left >= b.left - by && a.right <= b.right + by && a.top >= b.top - by && a.bottom <= b.bottom + by;
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);
  const controls = all("button, input, select, .held, .seat, .pile, .discard, .question, .ticker").filter(seen);
  // A page that isn't the table may be longer than the screen, and so may a list.
  const table = document.querySelector(".game, .learn, .replay .controls") !== null;
  const scrolls = (one: HTMLElement) => one.closest(".log, .sheet, .body, .discards, .side") !== null;

  // Hint in an empty field, in the field's own letters.
  const hintIsCut = (field: HTMLInputElement) => {
    const style = getComputedStyle(field);
    const canvas = document.createElement("canvas").getContext("2d")!;
    canvas.font = getComputedStyle(field, "::placeholder").font;
    return canvas.measureText(field.placeholder).width > field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 1;
  };
  for (const one of controls) {
    const box = one.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) found.push("sticks out: " + name(one));
    if (table && !scrolls(one) && !within(box, screen, 1)) found.push(`off the screen: ${name(one)} at ${Math.round(box.top)}..${Math.round(box.bottom)} of ${innerHeight}`);
    if (one.matches("button.button") && one.scrollWidth > one.clientWidth + 2) found.push("text does not fit: " + name(one));
    if (one instanceof HTMLInputElement && one.placeholder && hintIsCut(one)) found.push("hint is cut: " + one.placeholder);
    const holder = one.closest<HTMLElement>(".inner, .coach");
    if (holder && !scrolls(one) && !within(box, holder.getBoundingClientRect(), 2)) found.push("has to be scrolled to: " + name(one));
  }
  for (const list of all(".log, .chat ul, dialog .body").filter(seen)) {
    if (list.scrollWidth > list.clientWidth + 1) found.push("has to be scrolled sideways: " + name(list));
  }
  // Things that float over the table cover it on purpose.
  const floats = all(".peek, .act .inner.large, .act .inner.tall").filter(seen);
  const under = (one: HTMLElement) => floats.some((float) => !float.contains(one) && !apart(float.getBoundingClientRect(), one.getBoundingClientRect()));
  const lying = controls.filter((one) => !one.closest("ul, ol, .sheet, .side, dialog") && !under(one));
  for (const [i, a] of lying.entries()) {
    for (const b of lying.slice(i + 1)) {
      if (!a.contains(b) && !b.contains(a) && !apart(a.getBoundingClientRect(), b.getBoundingClientRect())) found.push(`overlap: ${name(a)} / ${name(b)}`);
    }
  }
  // Parts of the piles are seen whole, or not at all.
  for (const one of all(".under .odds, .under .card").filter((one) => seen(one) && under(one))) found.push("half covered: " + name(one));
  // The hand and the answers are never under anything.
  for (const one of all(".hand .slot, .act button").filter((one) => seen(one) && under(one))) {
    if (!floats.some((float) => float.contains(one))) found.push("covered: " + name(one));
  }
  // Cards and lines of text: whole, whatever clips them, and not on top of each other.
  const parents = (one: HTMLElement) => {
    const chain: HTMLElement[] = [];
    for (let at = one.parentElement; at; at = at.parentElement) chain.push(at);
    return chain;
  };
  const clips = (one: HTMLElement) => !one.matches("html, body, .card") && getComputedStyle(one).overflow !== "visible";
  const list = (one: HTMLElement) => one.closest<HTMLElement>(".log, .sheet, .body, .discards, .side");
  // A list may be longer than its room; of cards to choose from the first row is seen whole.
  const mayBeCut = (one: HTMLElement) => {
    const first = one.closest(".sheet")?.querySelector(".card")?.getBoundingClientRect();
    return first ? one.getBoundingClientRect().top > first.top + 2 : list(one) !== null;
  };
  // A word of it begins on one line and ends on another.
  const broken = (label: HTMLElement) => {
    const text = label.firstChild as Text;
    return [...text.data.matchAll(/[^\s-]+-?/g)].some(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1;
    });
  };
  const pieces = all(".card, .now p, .ticker span, .question, .note, .odds, .lines p, .how, .stage p, .watch p").filter((one) => seen(one) && !one.closest(".fan"));
  for (const one of pieces.filter((piece) => !mayBeCut(piece))) {
    const box = one.getBoundingClientRect();
    const frames = parents(one).filter(clips).map((frame) => ({ frame: name(frame).slice(0, 24), edge: frame.getBoundingClientRect() }));
    if (table) frames.push({ frame: "the screen", edge: screen });
    for (const { frame, edge } of frames) {
      // On the last points of the screen it looks cut, though it isn't.
      if (!within(box, edge, edge === screen ? -2 : 1)) found.push(`cut by ${frame}: ${name(one)} at ${Math.round(box.top)}..${Math.round(box.bottom)} of ${Math.round(edge.top)}..${Math.round(edge.bottom)}`);
    }
  }
  const loose = pieces.filter((one) => !under(one) && !list(one) && !one.closest(".hand .slot.chosen"));
  const touching = (a: DOMRect, b: DOMRect) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  for (const [i, a] of loose.entries()) {
    for (const b of loose.slice(i + 1)) {
      if (!a.contains(b) && !b.contains(a) && touching(a.getBoundingClientRect(), b.getBoundingClientRect())) found.push(`on each other: ${name(a)} / ${name(b)}`);
    }
  }
  // The number of the pile lies between the piles, and on no words.
  for (const count of all(".pile .count").filter((one) => seen(one) && !under(one))) {
    for (const other of loose.filter((one) => !one.matches(".card"))) {
      if (touching(count.getBoundingClientRect(), other.getBoundingClientRect())) found.push(`on each other: ${name(count)} / ${name(other)}`);
    }
  }
  for (const card of all(".card:not(.back)").filter((one) => seen(one) && !one.closest(".fan"))) {
    const box = card.getBoundingClientRect();
    const art = card.querySelector<HTMLElement>(".art")!.getBoundingClientRect();
    if (art.width < Math.min(box.width, box.height) / 3 || art.height < 8 || !within(art, box, 1)) found.push(`blank: ${name(card)} art ${Math.round(art.width)}×${Math.round(art.height)} in ${Math.round(box.width)}×${Math.round(box.height)}`);
    const label = card.querySelector<HTMLElement>(".name")!;
    if (!seen(label)) continue;
    if (!within(label.getBoundingClientRect(), box, 1.5) || label.scrollWidth > label.clientWidth + 1) found.push("name is cut: " + name(card));
    if (broken(label)) found.push("name is broken: " + name(card));
    if (parseFloat(getComputedStyle(label).fontSize) < 11) found.push(`small letters: ${name(card)}`);
  }
  return [...new Set(found)];
}

// The page may not have settled after a tap: a layout is at fault that stays so.
export async function tidy(page: Page, where: string) {
  const found = await untilNone(() => page.evaluate(faultsOnPage));
  expect.soft(found, where).toEqual([]);
}

// Runs in the page, where axe is. A rule that is off by default: what is heard must have what is seen in it.
async function faultsForTheBlind(): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const { violations } = await axe.run(document, { rules, resultTypes: ["violations"], preload: false });
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ") + " " + (node.any[0]?.message ?? "")).join("; ")}`);
}

// axe itself, in the page that is there: its wrapper opens another page for each answer, and takes five times as long.
export async function accessible(page: Page, where: string) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  expect(await page.evaluate(faultsForTheBlind), where).toEqual([]);
}
