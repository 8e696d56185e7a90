import { type Blocklist, createBlocklist } from '../../../platform/scanner/blocklist.js';
import type { RequestContext } from '../../../request/context.js';

/** Returns the whole current blocklist with one statement. A scan uses one copy until its end. */
export async function readBlocklist(ctx: RequestContext): Promise<Blocklist> {
  const rows = await ctx.platform.db.blockedHash.findMany({
    where: { removedAt: null },
    select: { sha256: true, sizeBytes: true, name: true },
  });
  return createBlocklist(
    rows.map(({ sizeBytes, ...row }) => ({
      ...row,
      sizeBytes: sizeBytes === null ? null : Number(sizeBytes),
    })),
  );
}
