import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  findMods,
  readModNames,
  readTargetNames,
} from '../../dashboard/src/views/versions/mod-names.js';
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

  it('drafts of the user have a name, and drafts of others have none', async () => {
    await serveApi(async (request, response) => {
      const { query, variables } = JSON.parse(await text(request));
      const own = { mod: { id: 'own', title: { en: 'Own' }, slug: 'own' } };
      const data = query.includes('ModNames')
        ? { listMods: { items: [{ id: 'known', title: { en: 'Known' }, slug: 'known' }] } }
        : { myResource: variables.id === 'own' ? own : null };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data }));
    });
    const names = await readTargetNames(['foreign', 'known', 'own']);
    expect(names.map(({ id }) => id)).toEqual(['known', 'own']);
  });

  it('the search also finds drafts of the game whose versions the user may write', async () => {
    const draft = (id: string, gameName: string, ...permissions: string[]) => ({
      permissions,
      mod: { id, title: { en: id }, slug: id, gameName },
    });
    await serveApi((_, response) => {
      const items = [
        draft('own', 'Vale', 'versions'),
        draft('read', 'Vale', 'read-drafts'),
        draft('elsewhere', 'Peak', 'versions'),
      ];
      const found = [{ id: 'public', title: { en: 'Public' }, slug: 'public' }];
      const data = { searchCatalog: { items: found }, listMyResources: { items } };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data }));
    });
    const game = { slug: 'vale', name: 'Vale' };
    const found = await findMods('o', game, new AbortController().signal);
    expect(found.map(({ id }) => id)).toEqual(['own', 'public']);
  });
});
