import { sessionCookie } from '../../src/auth/session-cookie.js';
import { startSession } from '../../src/modules/identity/index.js';
import type { Platform } from '../../src/platform/platform.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Cookie, createFormBrowser, type FormBrowser } from '../form-browser.js';

export type { Page } from '../form-browser.js';

/** A browser in which users can be signed in without their password. */
export interface Browser extends Omit<FormBrowser, 'forget'> {
  /** Signs a user in and returns the session cookie. */
  signIn(userId: string, aal2?: boolean): Promise<Cookie>;
  signOut(): void;
}

/** A new browser without cookies. */
export function newBrowser(platform: Platform, baseUrl: string): Browser {
  const { name } = sessionCookie(baseUrl);
  const { forget, ...browser } = createFormBrowser(baseUrl);
  return {
    ...browser,
    async signIn(userId, aal2 = false) {
      const ctx = createSystemContext(platform, 'test');
      const { token } = await startSession(ctx, { userId, aal2 });
      const given = { name, value: token, path: '/' };
      browser.keep(given);
      return given;
    },
    signOut: () => forget(name),
  };
}
