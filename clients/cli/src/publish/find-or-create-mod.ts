import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Client, ProblemError, type Schema } from '@modport/client';
import { failure } from '../failure.js';
import { errnoText } from '../file-errors.js';
import { createOnce, keyOf } from './create-once.js';
import type { LoadedManifest } from './manifest.js';
import { lookUpOwnMod } from './own-mods.js';

/** The mod to publish to. */
export interface OwnMod {
  readonly id: string;
  readonly slug: string;
  /** Whether this run created it. */
  readonly isNew: boolean;
}

/**
 * The mod that a manifest names: by its id, or by its slug among the mods that the credential
 * reaches. An existing mod stays unchanged. A missing mod is created without a cover, but only if
 * the manifest names its slug. Throws:
 * - `mod_not_found` if the manifest of a missing mod lacks the game, the title or the description
 * - `mod_ambiguous` if the manifest names no game and several mods have the slug
 * - the problem of the service for an id without a mod
 */
export async function findOrCreateMod(
  client: Client,
  manifest: LoadedManifest,
  signal: AbortSignal,
): Promise<OwnMod> {
  const { id, slug = '', game } = manifest.mod;
  if (id !== undefined) {
    const { body } = await client.get('/mods/{mod_id}', {
      params: { path: { mod_id: id } },
      signal,
    });
    return { id, slug: body.data.slug, isNew: false };
  }
  const found = await lookUpOwnMod(client, slug, game, signal);
  return found ? { ...found, isNew: false } : createMod(client, manifest, signal);
}

async function createMod(
  client: Client,
  { mod, folder }: LoadedManifest,
  signal: AbortSignal,
): Promise<OwnMod> {
  const { slug = '', game, title } = mod;
  const description = await textOf(folder, mod.description, mod.description_file);
  if (game === undefined || title === undefined || description === undefined) {
    throw failure('mod_not_found', { mod: slug });
  }
  const body = {
    game_slug: game,
    slug,
    title: { en: title },
    description: { en: description },
    categories: mod.categories,
    ...(mod.summary === undefined ? {} : { summary: { en: mod.summary } }),
    ...(mod.license === undefined ? {} : { license: mod.license }),
    ...(mod.homepage === undefined ? {} : { homepage_url: mod.homepage }),
    ...(mod.source === undefined ? {} : { source_url: mod.source }),
  };
  const create = async (idempotencyKey: string) =>
    (await client.post('/mods', { body, idempotencyKey, signal })).body.data;
  const read = ({ id: mod_id }: Schema<'Mod'>) =>
    client.get('/mods/{mod_id}', { params: { path: { mod_id } }, signal });
  const created = await createOnce(['mod', JSON.stringify(body)], create, read);
  return { id: created.id, slug: created.slug, isNew: true };
}

/**
 * Gives a mod without a cover a generated one, because it cannot be published otherwise. Does
 * nothing if the mod has a cover, or if the credential may not add one.
 */
export async function ensureCover(
  client: Client,
  modId: string,
  signal: AbortSignal,
): Promise<void> {
  const path = { mod_id: modId };
  const { body } = await client.get('/mods/{mod_id}', { params: { path }, signal });
  if (body.data.cover !== null) return;
  const init = { params: { path }, idempotencyKey: keyOf('cover', modId), signal };
  try {
    await client.post('/mods/{mod_id}/media:fallback', init);
  } catch (error) {
    // Without the right to add one, publishing reports the missing cover in its own words.
    if (!(error instanceof ProblemError && error.status === 403)) throw error;
  }
}

/**
 * A text of the manifest: `direct`, or else the content of `file`, a path relative to `folder`.
 * Undefined if the manifest has neither. Throws `file_unusable`.
 */
export async function textOf(
  folder: string,
  direct: string | undefined,
  file: string | undefined,
): Promise<string | undefined> {
  if (direct !== undefined || file === undefined) return direct;
  const path = resolve(folder, file);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw failure('file_unusable', { file: path, reason: errnoText(error) });
  }
}
