import type { z } from 'zod';
import type { Tx } from '../../platform/database/connect.js';
import { isUniqueViolation } from '../../platform/database/failures.js';
import type { Prisma } from '../../platform/database/generated/client.js';
import { enqueue } from '../../platform/queue/enqueue.js';
import { problem } from '../../registry/errors.js';
import { checked } from '../../request/checked.js';
import type { RequestContext } from '../../request/context.js';
import { revisionOf, stale } from '../../request/etag.js';
import { audit, emit } from '../../request/outbox.js';
import { transact } from '../../request/transact.js';
import { getMod, type Mod, rewriteSnapshot } from '../catalog/index.js';
import { requireModPermission } from '../teams/index.js';
import { categoryIds } from './categories.js';
import type { UpdateModInput } from './mod.input.js';
import { updateModSchema } from './mod.schema.js';

type Changes = z.output<typeof updateModSchema>;

/**
 * Changes what is given of a mod, if it still stands at the revision that the caller saw.
 * The comparison is part of the UPDATE, so of two writers with one validator exactly one wins.
 * Spec 4.3. Throws `precondition_failed` with the current ETag, `invalid_metadata`.
 */
export async function updateMod(
  ctx: RequestContext,
  id: string,
  input: UpdateModInput,
  expectedEtag: string,
): Promise<Mod> {
  const access = await requireModPermission(ctx, id, 'metadata');
  const revision = revisionOf(id, expectedEtag);
  if (revision !== access.revision) throw stale(id, access.revision);
  const changes = checked(updateModSchema, input, 'invalid_metadata');
  const categories =
    changes.categories === undefined
      ? null
      : await categoryIds(ctx, access.gameId, changes.categories ?? []);
  try {
    await transact(ctx, async (tx) => {
      const written = await tx.mod.updateMany({
        where: { id, revision },
        data: {
          ...columns(changes),
          revision: { increment: 1 },
          updatedAt: ctx.platform.clock.now(),
        },
      });
      if (written.count === 0) throw stale(id, await currentRevision(tx, id));
      if (categories) {
        await tx.modCategory.deleteMany({ where: { modId: id } });
        await tx.modCategory.createMany({
          data: categories.map((categoryId) => ({ modId: id, categoryId })),
        });
      }
      await rewriteSnapshot(tx, id);
      const fields = Object.keys(changes).filter(
        (key) => changes[key as keyof Changes] !== undefined,
      );
      await audit(tx, ctx, {
        action: 'mod.updated',
        targetKind: 'mod',
        targetId: id,
        data: { fields },
      });
      await emit(tx, {
        kind: 'mod.updated',
        subjectId: id,
        modId: id,
        data: { mod_id: id, fields },
      });
      await enqueue(tx, { kind: 'index-mod', payload: { modId: id }, dedupeKey: id });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw problem('invalid_metadata', { fields: [{ field: 'slug', code: 'not_unique' }] });
  }
  return getMod(ctx, id);
}

async function currentRevision(tx: Tx, id: string): Promise<number> {
  const row = await tx.mod.findUniqueOrThrow({
    where: { id },
    select: { revision: true },
  });
  return row.revision;
}

/** What is left out stays as it is; null empties what may be empty. */
function columns(changes: Changes): Prisma.ModUpdateManyMutationInput {
  const { categories: _, summary, localizedSlugs, ...plain } = changes;
  const given = Object.entries(plain).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given),
    ...(summary === undefined ? {} : { summary: summary ?? {} }),
    ...(localizedSlugs === undefined ? {} : { localizedSlugs: localizedSlugs ?? {} }),
  };
}
