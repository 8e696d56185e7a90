import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import {
  findMods,
  readModNames,
  readOwnDrafts,
  readTargetNames,
} from '../../dashboard/src/views/versions/mod-names.js';
import { LIMITS } from '../../src/registry/limits.js';
import { serveApi } from './api-server.js';

/** A service with mods of the user in these states. A code refuses all reads of unpublished ones. */
function serveMods(states: Readonly<Record<string, string>>, code?: string) {
  const modOf = (id: string) => ({ id, title: { en: id }, slug: id, state: states[id] });
  return serveApi(async (request, response) => {
    const { operationName, variables } = JSON.parse(await text(request));
    response.setHeader('Content-Type', 'application/json');
    if (operationName === 'ModNames') {
      const shown = variables.ids.filter((id: string) => states[id] === 'published');
      return response.end(JSON.stringify({ data: { listMods: { items: shown.map(modOf) } } }));
    }
    if (code)
      return response.end(JSON.stringify({ errors: [{ message: code, extensions: { code } }] }));
    const own = Object.entries<string>(variables).map(([name, id]) => [
      name.replace('id', 'mod'),
      id in states ? { mod: modOf(id) } : null,
    ]);
    return response.end(JSON.stringify({ data: Object.fromEntries(own) }));
  });
}

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
    await serveMods({ known: 'published', own: 'draft' });
    const names = await readTargetNames(['foreign', 'known', 'own']);
    expect(names.map(({ id }) => id)).toEqual(['known', 'own']);
  });

  it('fifty drafts need one further request, also if some are named twice', async () => {
    const ids = Array.from({ length: 50 }, (_, at) => `own-${at}`);
    const requests = await serveMods(Object.fromEntries(ids.map((id) => [id, 'draft'])));
    const names = await readTargetNames([...ids, ...ids.slice(0, 10)]);
    expect(names.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(requests()).toBe(2);
  });

  it('drafts have no name if their read fails', async () => {
    await serveMods({ known: 'published', own: 'draft' }, 'rate_limited');
    const names = await readTargetNames(['known', 'own']);
    expect(names.map(({ id }) => id)).toEqual(['known']);
  });

  it('the plan leaves out drafts of the user, and no archived, hidden or unknown mod', async () => {
    await serveMods({ known: 'published', own: 'draft', old: 'archived', closed: 'hidden' });
    const ids = ['foreign', 'known', 'own', 'old', 'closed'];
    expect(await readOwnDrafts(ids)).toEqual(['own']);
  });

  it('the search also finds drafts of the game whose versions the user may write, also behind many others', async () => {
    const draft = (id: string, gameName: string, ...permissions: string[]) => ({
      permissions,
      mod: { id, title: { en: id }, slug: id, gameName },
    });
    const elsewhere = (at: number) => draft(`elsewhere ${at}`, 'Peak', 'versions');
    const drafts = [
      ...Array.from({ length: 2 * LIMITS.pageSizeMax }, (_, at) => elsewhere(at)),
      draft('read', 'Vale', 'read-drafts'),
      ...Array.from({ length: 10 }, (_, at) => draft(`own ${at}`, 'Vale', 'versions')),
    ];
    await serveApi(async (request, response) => {
      const { operationName, variables } = JSON.parse(await text(request));
      const start = Number(variables.cursor ?? 0);
      const end = start + variables.limit;
      const nextCursor = end < drafts.length ? `${end}` : null;
      const listMyResources = { items: drafts.slice(start, end), pagination: { nextCursor } };
      const items = [{ id: 'public', title: { en: 'Public' }, slug: 'public' }];
      const data =
        operationName === 'FindDrafts' ? { listMyResources } : { searchCatalog: { items } };
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data }));
    });
    const game = { slug: 'vale', name: 'Vale' };
    const found = await findMods('o', game, new AbortController().signal);
    const own = Array.from({ length: 8 }, (_, at) => `own ${at}`);
    expect(found.map(({ id }) => id)).toEqual([...own, 'public']);
  });
});
