import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readModNames } from '../../dashboard/src/views/versions/mod-names.js';
import { LIMITS } from '../../src/registry/limits.js';
import { serveApi } from './api-server.js';

describe('the names of the mods on which a version depends', () => {
  it('a version with the most dependencies that it may have gets all names', async () => {
    await serveApi(async (request, response) => {
      const { ids } = JSON.parse(await text(request)).variables;
      const items = ids.map((id: string) => ({ id, title: { en: id }, slug: id }));
      const isRefused = ids.length > LIMITS.pageSizeMax;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data: isRefused ? null : { listMods: { items } } }));
    });
    const ids = Array.from({ length: LIMITS.dependenciesPerVersion }, (_, at) => `mod-${at}`);
    expect((await readModNames(ids)).map(({ id }) => id)).toEqual(ids);
  });
});
