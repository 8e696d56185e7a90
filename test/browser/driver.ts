import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { World } from '../harness.js';

/**
 * A browser page that records complaints: console errors, page errors and requests to other
 * origins.
 */
export interface Tab {
  readonly page: Page;
  open(path: string): Promise<void>;
  /** Runs an action that leads to another page, and waits until that page has loaded. */
  navigate(action: () => Promise<unknown>): Promise<void>;
  /**
   * Fills in fields by their labels, sends the form with the named button, and waits for the page
   * that follows.
   */
  send(fields: Readonly<Record<string, string>>, button: string): Promise<void>;
  /** The path and query of the current page. */
  path(): string;
  heading(): Promise<string>;
  /** Saves a screenshot if `SCREENSHOTS` names a folder. */
  shoot(name: string): Promise<void>;
  /** The axe findings against WCAG 2.2 AA. */
  violations(): Promise<readonly string[]>;
  /** Whether the page is wider than its window. */
  scrollsSideways(): Promise<boolean>;
  /** Expects no complaints. */
  expectQuiet(): void;
  close(): Promise<void>;
}

/** The settings of a browser. */
export interface TabOptions {
  readonly javaScript?: boolean;
  readonly locale?: string;
  readonly dark?: boolean;
  readonly width?: number;
  /** Whether the test breaks connections, which the browser reports in the console. */
  readonly breaks?: boolean;
  /** Address prefixes of other origins that the page may request. */
  readonly leadsTo?: readonly string[];
}

/** Opens browser tabs for one test file. */
export interface Browsing {
  /** Opens a tab in a new browser context, with its own cookies. */
  newTab(options?: TabOptions): Promise<Tab>;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  // No host resolves except this machine, so that the hosts of applications are unreachable.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The console message for a 4xx, which some forms return on purpose. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** The same, and the message for a connection that a test breaks. */
const BROKEN = /Failed to load resource: (?:the server responded with a status of 4\d\d|net::ERR_)/;

/** Waits until every animation that ends has ended: axe measures the colours of the moment. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => undefined)`;

/** Starts Chromium before the tests of a file and stops it after them. */
export function useBrowser(world: World): Browsing {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const executablePath = process.env['CHROMIUM_PATH'];
    if (!executablePath) throw new Error('npm run test:browser finds the browser');
    browser = await chromium.launch({ executablePath, args: FLAGS });
  });
  afterAll(() => browser?.close());
  return {
    newTab(options = {}) {
      if (!browser) throw new Error('the browser has not started');
      return openTab(browser, world.baseUrl, options);
    },
  };
}

async function openTab(browser: Browser, baseUrl: string, options: TabOptions): Promise<Tab> {
  const context = await browser.newContext(settingsOf(options));
  const page = await context.newPage();
  const expected = [`${new URL(baseUrl).origin}/`, ...(options.leadsTo ?? [])];
  const complaints = listen(page, expected, options.breaks ? BROKEN : EXPECTED);
  const tab: Tab = {
    page,
    open: async (path) => void (await page.goto(`${baseUrl}${path}`)),
    navigate: (action) => navigate(page, action),
    async send(fields, button) {
      for (const [label, value] of Object.entries(fields)) {
        await page.getByLabel(label, { exact: true }).fill(value);
      }
      await tab.navigate(() => page.getByRole('button', { name: button, exact: true }).click());
    },
    path() {
      const { pathname, search } = new URL(page.url());
      return `${pathname}${search}`;
    },
    heading: async () => (await page.locator('h1').textContent()) ?? '',
    async shoot(name) {
      const folder = process.env['SCREENSHOTS'];
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    },
    violations: () => violationsOf(page),
    scrollsSideways: () =>
      page.evaluate('document.documentElement.scrollWidth > window.innerWidth'),
    expectQuiet: () => expect(complaints).toEqual([]),
    close: () => context.close(),
  };
  return tab;
}

/**
 * Waits for the next document of the page, or for the failure of its request. `waitForLoadState`
 * alone would often return at once, because the present document has loaded.
 */
async function navigate(page: Page, action: () => Promise<unknown>): Promise<void> {
  const arrived = Promise.race([
    page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame()),
    page.waitForEvent('requestfailed', (request) => request.isNavigationRequest()),
  ]);
  await Promise.all([arrived, action()]);
  await page.waitForLoadState();
}

function settingsOf(options: TabOptions): BrowserContextOptions {
  const { javaScript = true, locale = 'en', dark = false, width = 1000 } = options;
  return {
    javaScriptEnabled: javaScript,
    locale,
    colorScheme: dark ? 'dark' : 'light',
    // A dialog that fades in is visible to the test before its text has its colour.
    reducedMotion: 'reduce',
    viewport: { width, height: 800 },
  };
}

function listen(page: Page, expected: readonly string[], tolerated: RegExp): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isWrong = message.type() === 'error' || message.type() === 'warning';
    if (isWrong && !tolerated.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!expected.some((start) => url.startsWith(start))) complaints.push(`asked for ${url}`);
  });
  return complaints;
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  await page.evaluate(SETTLED);
  return page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(WCAG)}, resultTypes: ['violations'] })
      .then(({ violations }) => violations.map(
      ({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  );
}
