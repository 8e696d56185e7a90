import type { Json } from '../../actors.js';
import type { World } from '../../harness.js';
import type { SeededVersion } from '../publishing/version-rows.js';

/** A version for these loaders and game versions, which are part of its number. */
export const version = (
  loaders: readonly string[],
  gameVersions: readonly string[],
): SeededVersion => ({ version: `1.0.0+${loaders}${gameVersions}`, loaders, gameVersions });

/** Reads the facets of a query; by default, those of all mods. Throws if the request is refused. */
export const facetsOf =
  (world: World) =>
  async (query = ''): Promise<Json> => {
    const { status, body, text } = await world.anon.get(`/beta/search/facets?${query}`);
    if (status !== 200) throw new Error(text);
    return body.data;
  };
