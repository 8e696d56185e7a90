import { problem } from '../../../registry/errors.js';
import type { RequestContext } from '../../../request/context.js';

/**
 * The ids of a game's categories by their slugs, without duplicates. Throws `invalid_metadata`
 * naming every unknown slug.
 */
export async function categoryIds(
  ctx: RequestContext,
  gameId: string,
  slugs: readonly string[],
): Promise<string[]> {
  if (slugs.length === 0) return [];
  const rows = await ctx.platform.db.category.findMany({
    where: { gameId, slug: { in: [...slugs] } },
    select: { id: true, slug: true },
  });
  const idBySlug = new Map(rows.map((row) => [row.slug, row.id]));
  const unknown = slugs.flatMap((slug, at) =>
    idBySlug.has(slug) ? [] : [{ field: `categories[${at}]`, code: 'unknown_value' as const }],
  );
  if (unknown.length) throw problem('invalid_metadata', { fields: unknown });
  return [...idBySlug.values()];
}
