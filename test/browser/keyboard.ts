import type { Tab } from './driver.js';

/** More stops than any page has before the one that a test looks for. */
const MOST_STOPS = 150;

/** Presses Tab until an element that matches the selector has the focus, unless it has it. */
export async function tabTo({ page }: Tab, selector: string): Promise<void> {
  const focused = page.locator(selector).and(page.locator(':focus'));
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no Tab of ${page.url()} leads to ${selector}`);
}

/** Goes to a field by Tab, and types. */
export async function typeInto(tab: Tab, selector: string, text: string): Promise<void> {
  await tabTo(tab, selector);
  await tab.page.keyboard.type(text);
}

/** Presses Enter, and waits for the page that follows. */
export function enter(tab: Tab): Promise<void> {
  return tab.navigate(() => tab.page.keyboard.press('Enter'));
}

/** Goes to a link or button by Tab, and follows it. */
export async function follow(tab: Tab, selector: string): Promise<void> {
  await tabTo(tab, selector);
  await enter(tab);
}

/** Signs a user in by the keyboard alone. */
export async function typeSignIn(tab: Tab, login: string, password: string): Promise<void> {
  await tab.open('/account/sign-in');
  await typeInto(tab, '#login', login);
  await typeInto(tab, '#password', password);
  await enter(tab);
}
