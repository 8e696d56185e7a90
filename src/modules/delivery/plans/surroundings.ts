import type { RequestContext } from '../../../request/context.js';
import type { PlanRequest } from './plan-request.type.js';
import { unknownGame, unknownGameVersion } from './refusals.js';
import type { SurroundingsInput } from './surroundings.input.js';

/** The filters for files. */
export type Surroundings = Pick<PlanRequest, keyof SurroundingsInput>;

/**
 * Reads the filters of a request and the id of its game. An error names the game or the game
 * version.
 * - an unknown game: `not_found`
 * - a game version that the game does not list: `unsupported_version`
 */
export async function readSurroundings(
  ctx: RequestContext,
  input: SurroundingsInput,
): Promise<{ readonly gameId: string; readonly surroundings: Surroundings }> {
  const { gameSlug } = input;
  const game = await ctx.platform.db.game.findUnique({ where: { slug: gameSlug } });
  if (!game || game.state === 'deleted') throw unknownGame(gameSlug);
  if (input.gameVersion && !game.versions.includes(input.gameVersion)) {
    throw unknownGameVersion(gameSlug, input.gameVersion);
  }
  const surroundings = {
    gameSlug,
    gameVersion: input.gameVersion || null,
    platform: input.platform || null,
    loader: input.loader || null,
    releaseChannel: input.releaseChannel ?? 'release',
  };
  return { gameId: game.id, surroundings };
}
