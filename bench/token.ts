import { z } from 'zod';
import type { Catalog } from './catalog.js';

const SCOPES = [
  'account:read',
  'mods:read',
  'mods:write',
  'versions:write',
  'versions:publish',
  'files:download',
  'files:upload',
  'profile:read',
];

/** Creates a user with this name. Returns a token that may publish mods. */
export async function createToken(catalog: Catalog, username: string): Promise<string> {
  await catalog.command(['user', 'create', '--username', username]);
  const named = ['--username', username, '--scopes', SCOPES.join(' ')];
  const printed = await catalog.command(['token', 'create', ...named]);
  return z.object({ token: z.string() }).parse(printed).token;
}
