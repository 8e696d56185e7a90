import { beforeAll, beforeEach } from 'vitest';
import type { Creator } from '../actors.js';
import { useWorld, type World } from '../harness.js';
import { type Application, newApplication } from './applications.js';
import { type Browser, newBrowser } from './browser.js';

// `useCodeBrowser` sets these before the tests of each file.
export let world: World;
export let ada: Creator;
export let app: Application;
export let browser: Browser;
export const LOOPBACK = 'http://127.0.0.1:53682/callback';

/** Starts the service of a test file with the data of these tests. */
export function useCodeBrowser(): void {
  world = useWorld({}, { jobs: 'when-settled' });
  beforeAll(async () => {
    ada = await world.creator('ada');
    app = await newApplication(world, ada.userId, { scopes: ['profile:write', 'mods:write'] });
  });
  beforeEach(async () => {
    browser = newBrowser(world.platform, world.baseUrl);
    await browser.signIn(ada.userId);
  });
}
