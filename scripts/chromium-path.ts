import { existsSync } from 'node:fs';

const [shell, browser] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Where Debian's Chromium is: without windows, in which a test takes a quarter less time, or else the whole browser. */
export const chromiumPath = existsSync(shell) || !existsSync(browser) ? shell : browser;
