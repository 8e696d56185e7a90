import { type Client, items, ProblemError } from '@modport/client';
import { type FoundMod, isUuid, lookUpMod, onlyOne, readMod } from '../catalog.js';
import { Failure, failure } from '../failure.js';

/**
 * Finds a mod to write to, also a draft: by its id, or by its slug or `game/slug` among the mods
 * that the credential reaches. Does not check the rights: the service does so at the first write.
 * Throws `mod_not_found` for an id, and the problem `gone` for that of a deleted mod. Throws
 * `own_mod_missing` and `mod_ambiguous` for a slug.
 */
export async function findOwnMod(
  client: Client,
  reference: string,
  game: string | undefined,
  signal: AbortSignal,
): Promise<FoundMod> {
  if (isUuid(reference)) return readMod(client, reference, signal);
  const [slug = '', named] = reference.split('/').toReversed();
  const found = await lookUpOwnMod(client, slug, named ?? game, signal);
  if (found === null) throw failure('own_mod_missing', { mod: reference });
  return found;
}

/**
 * The mod with this slug among those that the credential reaches, or null. If the credential is for
 * all mods of its user but may not list them, a published mod of any team counts too. A slug is
 * unique within one game only: without `game`, throws `mod_ambiguous` for several mods.
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

/**
 * The ids of mods that the credential reaches and that may have the slug. `isComplete` is false if
 * the credential may reach further mods, which it may not list.
 */
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
    const grants = body.data.credential.resource_grants;
    return { ids: (grants ?? []).map(({ id }) => id), isComplete: grants !== null };
  }
}

/** A mod by its id, or null if it does not exist any more: a key keeps the ids of deleted mods. */
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
