import { chromium, type Browser, type Page } from 'playwright-core';
import { test } from 'vitest';
import { CHROMIUM, IS_REQUIRED } from './chromium.ts';
import { afterFile, afterTest } from './cleanup.ts';

let running: Promise<Browser> | undefined;

/** A test that needs a browser; skipped where there is none, unless one is required (browser-setup.ts counts these calls). */
export function inBrowser(name: string, check: () => Promise<void>): void {
  if (CHROMIUM === undefined && !IS_REQUIRED) test.skip(name, check);
  else test(name, { timeout: 120_000 }, check);
}

/** How a page is opened. */
interface Look {
  readonly width?: number;
  readonly colors?: 'light' | 'dark';
  /** What every picture is, in place of no answer. */
  readonly picture?: Buffer;
}

/** What a page asked for, and what its policy or its scripts reported. All but the page itself gets no answer. */
export interface Watched {
  readonly page: Page;
  readonly requests: readonly string[];
  readonly reports: readonly string[];
}

/** Opens a page as a file would be, and watches it. */
export async function opened(
  html: string,
  { width = 1280, colors = 'light', picture }: Look = {},
): Promise<Watched> {
  running ??= launched();
  const context = await (await running).newContext({ viewport: { width, height: 900 }, colorScheme: colors });
  afterTest(() => context.close());
  const [requests, reports]: [string[], string[]] = [[], []];
  const address = 'https://page.invalid/plan.html';
  await context.route(/.*/, (route) => {
    if (route.request().url() === address) return route.fulfill({ contentType: 'text/html', body: html });
    requests.push(route.request().url());
    const isPicture = route.request().resourceType() === 'image';
    return isPicture && picture ? route.fulfill({ contentType: 'image/png', body: picture }) : route.abort();
  });
  const page = await context.newPage();
  page.on('console', (message) => reports.push(message.text()));
  page.on('pageerror', (error) => reports.push(error.message));
  page.on('popup', (popup) => requests.push(popup.url()));
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() && frame.url() !== 'about:srcdoc') requests.push(frame.url());
  });
  await page.goto(address);
  return { page, requests, reports };
}

async function launched(): Promise<Browser> {
  if (CHROMIUM === undefined)
    throw new Error('There is no Chromium. Install it, or set CHROMIUM to its path.');
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  afterFile(async () => {
    running = undefined;
    await browser.close();
  });
  return browser;
}
