import { type Client, items, ProblemError } from '@modport/client';
import { type FoundMod, findMod, isUuid, lookUpMod, onlyOne, readMod } from '../catalog.js';
import { Failure } from '../failure.js';

/**
 * A mod by its id, its slug or `game/slug`. Prefers the mods that the credential reaches, drafts
 * included, to published mods of other teams. The service checks the rights at the first write.
 * Throws `mod_not_found` and `mod_ambiguous`.
 */
export async function findOwnMod(
  client: Client,
  reference: string,
  game: string | undefined,
  signal: AbortSignal,
): Promise<FoundMod> {
  const [slug = '', named] = reference.split('/').toReversed();
  if (isUuid(reference)) return findMod(client, reference, game, signal);
  const found = await lookUpOwnMod(client, slug, named ?? game, signal);
  return found ?? findMod(client, reference, game, signal);
}

/**
 * The mod with this slug that the credential reaches, or null. If the credential may not list its
 * mods and names none with the slug, a published mod of any team counts. A slug is unique within
 * one game only: throws `mod_ambiguous` for several mods without `game`.
 */
export async function lookUpOwnMod(
  client: Client,
  slug: string,
  game: string | undefined,
  signal: AbortSignal,
): Promise<FoundMod | null> {
  const isMeant = (mod: FoundMod): boolean =>
    mod.slug === slug && (game === undefined || mod.game_slug === game);
  const { ids, isComplete } = await reachableMods(client, slug, signal);
  const found: FoundMod[] = [];
  for (const id of ids) {
    const mod = await readExisting(client, id, signal);
    if (mod !== null && isMeant(mod)) found.push(mod);
  }
  if (found.length > 0 || isComplete) return onlyOne(slug, found);
  return onlyOne(slug, (await lookUpMod(client, slug, game, signal)).filter(isMeant));
}

/** The ids of mods that may have the slug, and whether they are all that the credential reaches. */
async function reachableMods(
  client: Client,
  slug: string,
  signal: AbortSignal,
): Promise<{ readonly ids: readonly string[]; readonly isComplete: boolean }> {
  try {
    const ids: string[] = [];
    const params = { query: { limit: 100 } };
    for await (const { id, mod } of items(client, '/me/resources', { params, signal })) {
      if (mod?.slug === slug) ids.push(id);
    }
    return { ids, isComplete: true };
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'insufficient_scope')) throw error;
    // A key for some mods needs no right to read the account: it names them itself.
    const { body } = await client.get('/me', { signal });
    const grants = body.data.credential.resource_grants ?? [];
    return { ids: grants.map(({ id }) => id), isComplete: false };
  }
}

/** A mod by its id, or null if it does not exist any more: a key keeps its grants. */
async function readExisting(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<FoundMod | null> {
  try {
    return await readMod(client, id, signal);
  } catch (error) {
    const isMissing = error instanceof Failure && error.code === 'mod_not_found';
    if (isMissing || (error instanceof ProblemError && error.code === 'gone')) return null;
    throw error;
  }
}
