import type {
  Expectation,
  Inspection,
  InspectionOutcome,
} from '../../../../archives/inspection.js';
import type { RequestContext } from '../../../../request/context.js';
import { isCleared } from '../../../storage/index.js';

/** The game and the loaders of a version, which decide which content is normal. */
type Surroundings = Pick<Expectation, 'game' | 'loaders' | 'allowed'>;

/**
 * Reads the game and the loaders of a version for the inspection of its file (Spec 4.4). Returns an
 * empty object for an unknown version.
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

/**
 * If an admin has cleared all antivirus findings in these bytes, returns the outcome without them
 * (`otherwise`), and lists them in `cleared`. One further finding still rejects the upload. Every
 * other outcome is returned unchanged.
 */
export async function applyClearance(
  ctx: RequestContext,
  { sha256, outcome }: Pick<Inspection, 'sha256' | 'outcome'>,
): Promise<InspectionOutcome> {
  if (outcome.kind !== 'infected') return outcome;
  const blob = await ctx.platform.db.blob.findUnique({
    where: { sha256 },
    select: { clearedFinds: true },
  });
  if (!isCleared(outcome.found, blob?.clearedFinds ?? [])) return outcome;
  return { ...outcome.otherwise, cleared: outcome.found };
}
