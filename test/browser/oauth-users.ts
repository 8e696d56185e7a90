import { beforeAll, expect } from 'vitest';
import { useWorld } from '../harness.js';
import { type AppOptions, newApplication } from '../oauth/applications.js';
import { newPerson, PASSWORD } from '../pages/people.js';
import { useLoopbackApplication } from './application.js';
import { type Tab, type TabOptions, useBrowser } from './driver.js';

/** Signs a user in on the page that a tab shows. */
export async function signIn(tab: Tab, login = 'ann'): Promise<void> {
  await tab.send({ 'Username or e-mail': login, Password: PASSWORD }, 'Sign in');
}

/** A service with the user ann, a browser, and applications that ask for authorization. */
export function useAuthorization() {
  const world = useWorld();
  const browsing = useBrowser(world);
  const program = useLoopbackApplication();
  let makerId: string;
  beforeAll(async () => {
    makerId = await newPerson(world, 'maker');
    await newPerson(world, 'ann');
  });
  return {
    world,
    program,
    newApp: (options: AppOptions) => newApplication(world, makerId, options),
    /** A browser without JavaScript that may reach the user's program. */
    newTab: (options: TabOptions = {}) =>
      browsing.newTab({ javaScript: false, leadsTo: [program.redirectUri], ...options }),
    /** Makes the second factor of every session too old. */
    forgetFactors: () => world.platform.db.webSession.updateMany({ data: { aal2At: null } }),
    /** The user whom an access token names. */
    async whoIs(accessToken: string): Promise<unknown> {
      const answer = await world.anon.get('/me', { Authorization: `Bearer ${accessToken}` });
      expect(answer.status).toBe(200);
      return answer.body.data.user.username;
    },
  };
}
