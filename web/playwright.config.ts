// Settings of Playwright.
import { defineConfig } from "@playwright/test";
import { chromium } from "./tests/browser/chromium";

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "../build/browser/results",
  fullyParallel: true,
  workers: 2,
  // No test is about speed: a busy machine only takes longer.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // A test that fails once has failed.
  retries: 0,
  reporter: [["list"], ["junit", { outputFile: "../build/reports/playwright.xml" }]],
  use: {
    launchOptions: { executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"] },
    locale: "en-US",
    colorScheme: "dark",
    viewport: { width: 1280, height: 800 },
  },
});
