import { loadDemoThrough } from './admin/demo/surroundings.js';
import type { Log } from './platform/log.js';
import type { Service } from './service.js';

/**
 * Loads the demo catalog into a database that has no game yet, through the service's own API.
 * A failure is told and does not stop the service: the demo is no part of it.
 */
export async function loadDemoOnFirstStart(service: Service, log: Log): Promise<void> {
  const { platform, localUrl, publicUrl } = service;
  try {
    if ((await platform.db.game.count()) > 0) return;
    console.log('loading the demo catalog …');
    const loaded = await loadDemoThrough(platform, { localUrl, publicUrl });
    console.log(`the demo catalog is loaded: ${loaded.mods} mods, ${loaded.versions} versions`);
  } catch (error) {
    log.warn(
      { err: error },
      'the demo catalog was not loaded; `npm run admin -- demo load` retries',
    );
  }
}
