import type { Log } from '../platform/log.js';
import type { Platform } from '../platform/platform.js';
import { createSystemContext } from '../request/context.js';
import { newId } from '../request/ids.js';
import { audit } from '../request/outbox.js';
import type { Service } from './service.js';

/** The audit actions of the load. By them, a start detects an unfinished load of an earlier one. */
const BEGUN = 'demo.load_begun';
const DONE = 'demo.load_done';

/**
 * Loads the demo catalog into a database without games, through the service's own API. Continues an
 * unfinished load of an earlier start. A failure is logged and does not stop the service.
 */
export async function loadDemoOnFirstStart(service: Service, log: Log): Promise<void> {
  const { platform, localUrl, publicUrl } = service;
  try {
    const id = (await unfinishedLoad(platform)) ?? (await beginLoad(platform));
    if (id === null) return;
    console.log('loading the demo catalog …');
    const { loadDemoIntoService } = await import('../demo/load-demo-into-service.js');
    const ctx = createSystemContext(platform, 'demo load');
    const loaded = await loadDemoIntoService(ctx, { localUrl, publicUrl });
    await note(platform, DONE, id);
    console.log(`the demo catalog is loaded: ${loaded.mods} mods, ${loaded.versions} versions`);
  } catch (error) {
    log.warn(
      { err: error },
      'the demo catalog was not loaded; the next start or `npm run admin -- demo load` continues',
    );
  }
}

async function unfinishedLoad({ db }: Platform): Promise<string | null> {
  const newest = await db.auditEntry.findFirst({
    where: { targetKind: 'demo', action: { in: [BEGUN, DONE] } },
    orderBy: { at: 'desc' },
    select: { action: true, targetId: true },
  });
  return newest?.action === BEGUN ? newest.targetId : null;
}

/** Null if the database already has games. */
async function beginLoad(platform: Platform): Promise<string | null> {
  if ((await platform.db.game.count()) > 0) return null;
  const id = newId();
  await note(platform, BEGUN, id);
  return id;
}

function note(platform: Platform, action: string, targetId: string): Promise<void> {
  const ctx = createSystemContext(platform, 'demo load');
  return audit(platform.db, ctx, { action, targetKind: 'demo', targetId });
}
