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
  // Real games with real luck: one that fails once is played again, and named as flaky in the summary.
  retries: 1,
  reporter: [["list"], ["junit", { outputFile: "../build/reports/playwright.xml" }]],
  use: {
    launchOptions: { executablePath: chromium, args: ["--no-sandbox", "--disable-dev-shm-usage"] },
    locale: "en-US",
    colorScheme: "dark",
    viewport: { width: 1280, height: 800 },
  },
});
