import { recountDownloads } from '../../modules/catalog/index.js';
import { audit } from '../../request/outbox.js';
import { command } from '../command.js';

/** `downloads recount`: recomputes the download counts, and reports which were wrong. */
export const downloadsRecount = command({}, async (ctx) => {
  const { mods, changed } = await recountDownloads(ctx.platform);
  const recounted = { mods, changed: { ...changed } };
  const entry = { action: 'downloads.recounted', targetKind: 'downloads', targetId: null };
  await audit(ctx.platform.db, ctx, { ...entry, data: recounted });
  return recounted;
});
