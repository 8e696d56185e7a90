import { z } from 'zod';
import { ALLOWABLE_CONTENT, isAllowableContent } from '../../../registry/contents.js';
import { problem } from '../../../registry/errors.js';
import { checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { transact } from '../../../request/transact.js';

const ids = z.array(z.string().refine(isAllowableContent));
const schema = z.object({ slug: z.string(), allow: ids.default([]), deny: ids.default([]) });

/**
 * The loader content that uploads for a game may contain without a review, and the remaining
 * choices.
 */
export interface AllowedContent {
  readonly slug: string;
  readonly allowed: readonly string[];
  readonly available: readonly string[];
}

/**
 * Changes the loader content that uploads for a game may contain without a review. `deny` wins over
 * `allow`. Later scans use the new list. Throws `invalid_input`, `not_found`.
 */
export async function changeAllowedContent(
  ctx: RequestContext,
  input: z.input<typeof schema>,
): Promise<AllowedContent> {
  const { slug, allow, deny } = checked(schema, input);
  return transact(ctx, async (tx) => {
    const [game] = await tx.$queryRaw<{ id: string; allowed: string[] }[]>`
      select id, allowed_content as allowed from games where slug = ${slug} for update`;
    if (!game) throw problem('not_found');
    const denied: ReadonlySet<string> = new Set(deny);
    const allowed = [...new Set([...game.allowed, ...allow])]
      .filter((id) => !denied.has(id))
      .sort();
    const available = Object.keys(ALLOWABLE_CONTENT).filter((id) => !allowed.includes(id));
    if (allowed.join() !== game.allowed.join()) {
      await tx.game.update({ where: { id: game.id }, data: { allowedContent: allowed } });
      await audit(tx, ctx, {
        action: 'game.content_changed',
        targetKind: 'game',
        targetId: game.id,
        data: { allowed },
      });
    }
    return { slug, allowed, available };
  });
}
