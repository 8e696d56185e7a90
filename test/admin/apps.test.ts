import { describe, expect, it } from 'vitest';
import { hashOf } from '../../src/modules/identity/index.js';
import { useWorld } from '../harness.js';
import { operate } from './operator.js';

const world = useWorld();

const create = (flags: string) => operate(world, `oauth-client create ${flags}`);
const rowOf = (clientId: string) =>
  world.platform.db.app.findUniqueOrThrow({ where: { clientId }, include: { owner: true } });

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
      const secret = `${printed.client_id}:${printed.client_secret}`;
      const response = await fetch(`${world.baseUrl}/oauth/introspect`, {
        method: 'POST',
        headers: { Authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
        body: new URLSearchParams({ token: 'x' }),
      });
      expect(response.status).toBe(status);
    },
  );

  it('oauth-client create registers a second client if a script repeats it', async () => {
    const flags = '--username olga --name Twice --redirect-uri app.twice:/cb --scopes mods:read';
    const made = [await create(flags), await create(flags)];
    expect(new Set(made.map(({ printed }) => printed.client_id)).size).toBe(2);
  });

  it.each([
    ['--username nobody', 'user_not_found', undefined],
    ['--scopes mods:wirte', 'invalid_scope', undefined],
    ['--scopes admin:* --approved', 'invalid_scope', undefined],
    ['--redirect-uri data:x', 'invalid_input', [{ field: 'redirectUris[1]', code: 'not_allowed' }]],
    ['--name " "', 'invalid_input', [{ field: 'name', code: 'too_short' }]],
  ])('oauth-client create with %s fails and registers no client', async (flags, code, fields) => {
    const before = await world.platform.db.app.count();
    const { exitCode, refused } = await create(
      `--username olga --name N --redirect-uri https://a.example/cb --scopes mods:read ${flags}`,
    );
    expect({ exitCode, code: refused.code, fields: refused.fields }).toEqual({
      exitCode: 1,
      code,
      fields,
    });
    expect(await world.platform.db.app.count()).toBe(before);
  });
});
