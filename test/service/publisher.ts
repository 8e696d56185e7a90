import { createGame } from '../../src/modules/catalog/index.js';
import type { Platform } from '../../src/platform/platform.js';
import { createSystemContext } from '../../src/request/context.js';
import { type Creator, type Json, newCreator } from '../actors.js';
import { bareMod, declarationOf, draftVersion } from '../publishing.js';
import { operate } from './child-service.js';

/** A user with an account and a mod on a service. */
export interface Publisher {
  readonly actor: Creator;
  readonly modId: string;
}

/** Creates an account, a game and a mod on a running service. */
export async function newPublisher(
  dataDir: string,
  baseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Publisher> {
  const begin = async (platform: Platform) => {
    const ctx = createSystemContext(platform, 'test');
    await createGame(ctx, { slug: 'quarry', name: 'Quarry', loaders: ['forge'], versions: ['1'] });
    return newCreator(platform, baseUrl, 'alice');
  };
  const actor = await operate(dataDir, begin, env);
  const mod = await bareMod(actor, 'quarry');
  return { actor, modId: mod.id };
}

/**
 * Creates a version, reserves the upload of its file and returns the session with its signed PUT.
 */
export async function reserve(
  { actor, modId }: Publisher,
  version: string,
  bytes: Uint8Array,
): Promise<Json> {
  const { id: versionId } = await draftVersion(actor, modId, { version });
  const made = await actor.post('/uploads', declarationOf({ modId, versionId }, bytes));
  if (made.status !== 201) throw new Error(`no session: ${made.text}`);
  return made.body.data;
}
