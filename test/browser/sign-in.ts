import { PASSWORD } from '../pages/people.js';
import type { Browsing, Tab, TabOptions } from './driver.js';

/** Further input of a sign-in. */
interface Entered {
  /** The password of the tests if omitted. */
  readonly password?: string;
  /** The code of the second factor, for a user who has one. */
  readonly code?: string;
}

/** Signs a user in with the keyboard, in any language, and waits for the account page. */
export async function signInAs(tab: Tab, login: string, entered: Entered = {}): Promise<void> {
  const { password = PASSWORD, code } = entered;
  const { page } = tab;
  await tab.open('/account/sign-in');
  await page.locator('#login').fill(login);
  await page.locator('#password').fill(password);
  await page.locator('#password').press('Enter');
  if (code !== undefined) {
    await page.locator('#code').fill(code);
    await page.locator('#code').press('Enter');
  }
  await page.waitForURL('**/account/security');
}

/** Opens a tab in which a user is signed in. */
export async function signedInTab(
  browsing: Browsing,
  login: string,
  { code, ...options }: TabOptions & Pick<Entered, 'code'> = {},
): Promise<Tab> {
  const tab = await browsing.newTab(options);
  await signInAs(tab, login, code === undefined ? {} : { code });
  return tab;
}
