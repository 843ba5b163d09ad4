// Path of Debian's headless Chromium: it starts sooner and needs less than the whole browser.
export const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
