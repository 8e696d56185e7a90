import { describe, expect, it } from 'vitest';
import { hashOf } from '../../src/modules/identity/index.js';
import type { Json } from '../actors.js';
import { READ, REVIEW, SUBMIT, update } from '../graphql/identity/apps.js';
import { signIn } from '../graphql/identity/signed-in.js';
import { useWorld } from '../harness.js';
import { operate } from './operator.js';

const world = useWorld();

const create = (flags: string) => operate(world, `oauth-client create ${flags}`);
const rowOf = (clientId: string) =>
  world.platform.db.app.findUniqueOrThrow({ where: { clientId }, include: { owner: true } });

/** Returns the status of an introspection by a client that `oauth-client create` printed. */
const introspect = async ({ client_id, client_secret }: Json): Promise<number> => {
  const secret = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
  const response = await fetch(`${world.baseUrl}/oauth/introspect`, {
    method: 'POST',
    headers: { Authorization: `Basic ${secret}` },
    body: new URLSearchParams({ token: 'x' }),
  });
  return response.status;
};

/** Rejects the pending scopes of an application as an admin, and returns it. */
const reject = async ({ id, etag }: Json): Promise<Json> => {
  const { userId } = await world.creator(`root-${id.slice(-8)}`);
  await world.platform.db.user.update({ where: { id: userId }, data: { role: 'admin' } });
  const input = { decision: 'reject', note: 'No.' };
  return (await (await signIn(world, userId)).run(REVIEW, { id, etag, input })).reviewApp;
};

describe('oauth-client create', () => {
  it('oauth-client create registers a public client without approved scopes or a review', async () => {
    await operate(world, 'user create --username olga');
    const { printed } = await create(
      '--username olga --name "Pack wright" --redirect-uri https://a.example/cb --redirect-uri http://127.0.0.1/cb --scopes "mods:read mods:write"',
    );
    expect(Object.keys(printed)).toEqual(['client_id']);
    expect(await rowOf(printed.client_id)).toMatchObject({
      kind: 'public',
      name: 'Pack wright',
      owner: { username: 'olga' },
      redirectUris: ['https://a.example/cb', 'http://127.0.0.1/cb'],
      scopes: ['mods:read', 'mods:write'],
      approvedScopes: [],
      review: 'none',
      secretHash: null,
    });
  });

  it('oauth-client create prints the secret of a confidential client once, and --approved counts as its review', async () => {
    await operate(world, 'user create --username petra');
    const { printed } = await create(
      '--username petra --name "modport desktop" --confidential --approved --scopes "mods:write builds:read files:reference"',
    );
    expect(Object.keys(printed)).toEqual(['client_id', 'client_secret']);
    expect(printed.client_secret).toMatch(/^mfoc_/);
    const row = await rowOf(printed.client_id);
    expect(row).toMatchObject({
      kind: 'confidential',
      review: 'approved',
      approvedScopes: ['mods:write', 'files:reference'],
      secretHash: hashOf(world.platform.keys, printed.client_secret),
    });
    const audit = await world.platform.db.auditEntry.findMany({ where: { targetId: row.id } });
    expect(audit).toMatchObject([{ action: 'app.registered', requestId: 'oauth-client create' }]);
    expect(JSON.stringify(audit)).not.toContain(printed.client_secret);
  });

  it.each([
    ['may introspect with --approved', '--approved', 200],
    ['may not introspect without --approved', '', 403],
  ])(
    'a confidential client of oauth-client create without sensitive scopes %s',
    async (_, flag, status) => {
      const { printed } = await create(
        `--username olga --name Backend --confidential --scopes "mods:read account:read" ${flag}`,
      );
      expect(await introspect(printed)).toBe(status);
    },
  );

  it.each([
    ['without sensitive scopes', [], 'none'],
    ['with a sensitive scope', ['files:upload'], 'pending'],
  ])(
    'the approval of oauth-client create %s outlives submitted scopes, and ends with another name',
    async (_, sensitive, afterwards) => {
      const scopes = ['mods:read', ...sensitive];
      const more = [...scopes, 'mods:write'];
      const { printed } = await create(
        `--username olga --name "Lasting ${sensitive.length}" --confidential --approved --scopes "${scopes.join(' ')}"`,
      );
      const { id, ownerId } = await rowOf(printed.client_id);
      const owner = await signIn(world, ownerId ?? '');
      const submit = async () => {
        const { app } = await owner.run(READ, { id });
        await update(owner, app, { scopes: more });
        return (await owner.run(SUBMIT, { id })).submitAppForReview;
      };
      const waiting = await submit();
      expect([waiting.review, await introspect(printed)]).toEqual(['pending', 200]);
      const dropped = await update(owner, waiting, { scopes });
      expect([dropped.review, await introspect(printed)]).toEqual(['approved', 200]);
      const rejected = await reject(await submit());
      expect([rejected.review, await introspect(printed)]).toEqual(['rejected', 200]);
      const kept = await update(owner, rejected, { scopes });
      expect([kept.review, await introspect(printed)]).toEqual(['approved', 200]);
      const renamed = await update(owner, kept, { name: `Renamed ${sensitive.length}` });
      expect([renamed.review, await introspect(printed)]).toEqual([afterwards, 403]);
    },
  );

  it('oauth-client create registers a second client if a script repeats it', async () => {
    const flags = '--username olga --name Twice --redirect-uri app.twice:/cb --scopes mods:read';
    const made = [await create(flags), await create(flags)];
    expect(new Set(made.map(({ printed }) => printed.client_id)).size).toBe(2);
  });

  it.each([
    [{ username: 'nobody' }, 'user_not_found', undefined],
    [{ scopes: 'mods:wirte' }, 'invalid_scope', undefined],
    [{ scopes: 'admin:* --approved' }, 'invalid_scope', undefined],
    [
      { 'redirect-uri': 'https://a.example/cb --redirect-uri data:x' },
      'invalid_input',
      [{ field: 'redirectUris[1]', code: 'not_allowed' }],
    ],
    [{ name: '" "' }, undefined, undefined],
  ])('oauth-client create with %j fails and registers no client', async (wrong, code, fields) => {
    const before = await world.platform.db.app.count();
    const right = { username: 'olga', name: 'N', scopes: 'mods:read' };
    const flags = { ...right, 'redirect-uri': 'https://a.example/cb', ...wrong };
    const { exitCode, refused } = await create(
      Object.entries(flags)
        .map(([flag, value]) => `--${flag} ${value}`)
        .join(' '),
    );
    expect({ exitCode, code: refused.code, fields: refused.fields }).toEqual({
      exitCode: 1,
      code,
      fields,
    });
    expect(await world.platform.db.app.count()).toBe(before);
  });
});
