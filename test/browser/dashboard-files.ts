import type { Page, Request, Route } from 'playwright-core';
import type { Tab } from './driver.js';

/** Chooses files in the dialog that a button opens. */
export async function choose(tab: Tab, button: string, files: string | object) {
  const [chooser] = await Promise.all([
    tab.page.waitForEvent('filechooser'),
    tab.page.getByRole('button', { name: button }).click(),
  ]);
  await chooser.setFiles(files as never);
}

/** A file that exists only in the test. */
export const inMemory = (name: string, buffer: Buffer) => ({
  name,
  mimeType: 'application/zip',
  buffer,
});

/** The name of the GraphQL operation that a page runs. */
export function operationOf(request: Request): string {
  return String(request.postDataJSON()?.operationName);
}

/** Holds requests back until they are let go. `count` says how many came. */
export async function hold(page: Page, pattern: string, isMeant: (route: Route) => boolean) {
  const state = { count: 0, letGo: () => {} };
  const gate = new Promise<void>((resolve) => {
    state.letGo = resolve;
  });
  await page.route(pattern, async (route) => {
    if (!isMeant(route)) return route.fallback();
    state.count += 1;
    await gate;
    return route.continue();
  });
  return state;
}

/**
 * Delays the response to the first read of an operation after another one. `read` resolves when the
 * service has read the data, and `letGo` passes them on.
 */
export async function delayResponse(page: Page, after: string, operation: string) {
  let isDue = false;
  let hasRead = () => {};
  let letGo = () => {};
  const read = new Promise<void>((resolve) => {
    hasRead = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/graphql', async (route) => {
    const name = isStream(route.request()) ? null : operationOf(route.request());
    if (name === after) isDue = true;
    if (name !== operation || !isDue) return route.fallback();
    isDue = false;
    const response = await route.fetch();
    hasRead();
    await gate;
    return route.fulfill({ response });
  });
  return { read, letGo };
}

/** Refuses each live stream of a page, so that its views poll: they never see one open. */
export function refuseStreams(page: Page): Promise<unknown> {
  return page.route('**/graphql', (route) =>
    isStream(route.request()) ? route.fulfill({ status: 429 }) : route.fallback(),
  );
}

/** Whether a request opens a live stream. */
export function isStream(request: Request): boolean {
  return request.headers()['accept'] === 'text/event-stream';
}
