import { type Client, items, ProblemError } from '@modport/client';
import { type FoundMod, findMod, isUuid, lookUpMod, readMod } from '../catalog.js';

/** A mod of the caller by its id or slug, drafts included. Throws `mod_not_found`. */
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
 * The mod with this slug that the credential reaches, or null. A slug is unique within one game
 * only: without `game` the first mod that is found counts.
 */
export async function lookUpOwnMod(
  client: Client,
  slug: string,
  game: string | undefined,
  signal: AbortSignal,
): Promise<FoundMod | null> {
  for await (const id of reachableMods(client, slug, signal)) {
    const mod = await readMod(client, id, signal);
    if (mod.slug === slug && (game === undefined || mod.game_slug === game)) return mod;
  }
  return null;
}

/** The ids of mods that may have the slug. */
async function* reachableMods(
  client: Client,
  slug: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    const params = { query: { limit: 100 } };
    for await (const { id, mod } of items(client, '/me/resources', { params, signal })) {
      if (mod?.slug === slug) yield id;
    }
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'insufficient_scope')) throw error;
    // A key for some mods needs no right to read the account: it names them itself.
    const { body } = await client.get('/me', { signal });
    for (const { id } of body.data.credential.resource_grants ?? []) yield id;
    const published = await lookUpMod(client, slug, undefined, signal);
    yield* published.map(({ id }) => id);
  }
}
