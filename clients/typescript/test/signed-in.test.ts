import { join } from 'node:path';
import {
  createClient,
  download,
  fileTokenStore,
  newKey,
  signInWithDevice,
  storedTokens,
} from '@modport/client';
import { describe, expect, it } from 'vitest';
import { sha256Of } from './support/files.js';
import { temporaryFolder } from './support/folder.js';
import {
  approve,
  BASE_URL,
  facts,
  IDENTITY,
  mod,
  requests,
  withFaults,
} from './support/service.js';

describe('a client of a signed-in person', () => {
  it('a client of a signed-in person downloads and writes under the name of its application', async () => {
    const app = { issuer: facts.base_url, clientId: facts.client_id };
    const folder = await temporaryFolder();
    const store = fileTokenStore(join(folder, 'tokens.json'));
    const tokens = await signInWithDevice({
      ...app,
      scopes: ['mods:read', 'mods:write', 'files:download'],
      show: async ({ verificationUriComplete }) =>
        void (await approve(verificationUriComplete ?? '')),
    });
    await store.write(tokens);
    const client = createClient({
      baseUrl: BASE_URL,
      identity: IDENTITY,
      token: storedTokens(store, app),
    });
    await withFaults();
    const file = mod('stand-alone');
    await download(client, file.artifact_id, join(folder, 'mod.zip'));
    expect(await sha256Of(join(folder, 'mod.zip'))).toBe(file.sha256);
    const { status } = await client.post('/mods', {
      body: { game_slug: facts.game, title: { en: `Mine ${newKey()}` }, description: { en: 'M.' } },
    });
    expect(status).toBe(201);
    const names = (await requests('/v1/'))
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['x-service-client']);
    expect(new Set(names)).toEqual(new Set([facts.client_id]));
  });
});
