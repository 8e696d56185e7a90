import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { archiveOf, bareMod, declarationOf, draftVersion, newGame } from '../../publishing.js';

/** The lists of a draft that its team reads, each with its arguments and the ids that it shows. */
const LISTS = {
  versions: (mod: string) => [`listModVersions`, `modId: "${mod}"`, 'id modId'],
  members: (mod: string) => [`listModTeamMembers`, `modId: "${mod}"`, 'user { id }'],
  history: (mod: string) => [`listModHistory`, `modId: "${mod}"`, 'action'],
  uploads: (mod: string) => [`listUploadSessions`, `modId: "${mod}"`, 'id modId'],
  'all uploads': () => [`listUploadSessions`, 'limit: 1', 'id modId'],
  artifacts: (mod: string) => [`listArtifacts`, `modId: "${mod}"`, 'id'],
  resources: () => [`listMyResources`, 'limit: 1', 'id'],
} as const satisfies Record<string, (mod: string) => readonly [string, string, string]>;

const world = useWorld();
let alice: Creator;
let bob: Creator;
let modId: string;
const cursors = new Map<string, string>();

async function page(actor: Actor, name: keyof typeof LISTS, cursor?: string): Promise<Json> {
  const [field, given, items] = LISTS[name](modId);
  const more = cursor === undefined ? '' : `, cursor: "${cursor}"`;
  const args = given.includes('limit') ? given : `${given}, limit: 1`;
  const { body } = await actor.graphql(
    `{ list: ${field}(${args}${more}) { items { ${items} } pagination { nextCursor } } }`,
  );
  const [error] = body.errors ?? [];
  return error
    ? { refused: error.extensions.code, fields: error.extensions.fields }
    : body.data.list;
}

beforeAll(async () => {
  await newGame(world, 'former');
  alice = await world.creator('alice');
  bob = await world.creator('bob');
  for (let at = 0; at < 2; at += 1) {
    modId = (await bareMod(alice, 'former')).id;
    const path = `/mods/${modId}/team-members/${bob.userId}`;
    await alice.request('PUT', path, { body: { role: 'maintainer' } });
  }
  for (const version of ['1.0.0', '2.0.0']) {
    const { id: versionId } = await draftVersion(alice, modId, { version });
    const bytes = new Uint8Array(archiveOf(version));
    const made = await alice.post('/uploads', declarationOf({ modId, versionId }, bytes));
    if (made.status !== 201) throw new Error(made.text);
  }
  for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    const { pagination } = await page(bob, name);
    expect(pagination?.nextCursor, name).toEqual(expect.any(String));
    cursors.set(name, pagination.nextCursor);
  }
  await alice.request('DELETE', `/mods/${modId}/team-members/${bob.userId}`);
});

describe('cursors of a former member', () => {
  it.each(Object.keys(LISTS) as (keyof typeof LISTS)[])(
    'a cursor of the list of %s shows a former member nothing of the mod',
    async (name) => {
      const { refused, items } = await page(bob, name, cursors.get(name));
      if (refused === undefined) expect(JSON.stringify(items)).not.toContain(modId);
      else expect(['not_found', 'forbidden']).toContain(refused);
      if (!['resources', 'all uploads', 'uploads', 'artifacts'].includes(name)) {
        expect(refused).toBe('not_found');
      } else if (name !== 'resources') expect(items).toEqual([]);
    },
  );

  it.each(['uploads', 'all uploads', 'artifacts', 'resources'] as const)(
    'a cursor of the list of %s is refused for another member',
    async (name) => {
      const { fields } = await page(alice, name, cursors.get(name));
      expect(fields).toEqual([{ field: 'cursor', code: 'cursor_context_mismatch' }]);
    },
  );

  it.each(['uploads', 'all uploads', 'artifacts', 'resources'] as const)(
    'a cursor of the list of %s shows a token for another mod nothing of the mod',
    async (name) => {
      const { pagination } = await page(alice, name);
      const other = (await bareMod(alice, 'former')).id;
      const limited = await alice.withToken({ modIds: [other] });
      const { refused, items = [] } = await page(limited, name, pagination?.nextCursor ?? '');
      expect(JSON.stringify(items)).not.toContain(modId);
      if (refused !== undefined)
        expect(['invalid_input', 'resource_scope_denied']).toContain(refused);
    },
  );
});
