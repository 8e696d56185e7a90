import type { Expectation } from '../../../../archives/inspection.js';
import type { RequestContext } from '../../../../request/context.js';

/** The facts that decide which content is normal. */
type Surroundings = Pick<Expectation, 'game' | 'loaders' | 'allowed'>;

/**
 * Reads the game and the loaders of a version for the inspection of its file (Spec 4.4). Nothing if
 * the version does not exist.
 */
export async function readSurroundings(
  ctx: RequestContext,
  versionId: string,
): Promise<Surroundings> {
  const version = await ctx.platform.db.modVersion.findUnique({
    where: { id: versionId },
    select: {
      loaderPlatforms: true,
      mod: { select: { game: { select: { slug: true, allowedContent: true } } } },
    },
  });
  if (!version) return {};
  const { slug: game, allowedContent: allowed } = version.mod.game;
  return { game, loaders: version.loaderPlatforms, allowed };
}
