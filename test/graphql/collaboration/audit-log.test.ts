import { describe, expect, it } from 'vitest';
import type { Actor, Answer } from '../../actors.js';
import { operate } from '../../admin/operator.js';
import { graphqlList, walkThrough } from '../../lists.js';
import { bareMod, draftMod, makeModerator, publishedVersion, refusal } from '../../publishing.js';
import { ALL, admin, alice, bob, entries, mary, modId, rowsOf, useAudit, world } from './audit.js';

useAudit();

const idsOf = (filters = '') => walkThrough(graphqlList(admin, 'listAuditEntries', filters), [7]);

describe('audit entries of refused writes', () => {
  const reads = async (answer: Answer) => {
    const [row, ...more] = await rowsOf(answer);
    expect(more).toEqual([]);
    return row ?? null;
  };

  it('a refused REST write is recorded with its code and target, and has no effect', async () => {
    const limited = await alice.withToken({ scopes: 'versions:write', modIds: [] });
    const answer = await limited.post(`/mods/${modId}/versions`, { version: '1' });
    expect(refusal(answer)).toBe('403 resource_scope_denied');
    expect(await reads(answer)).toMatchObject({
      action: 'createModVersion',
      outcome: 'refused',
      code: 'resource_scope_denied',
      actorId: alice.userId,
      targetKind: 'mod',
      targetId: modId,
      data: {},
    });
  });

  it('a REST write without its scope is recorded before the body is read', async () => {
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const answer = await reader.request('PUT', `/mods/${modId}/team-members/${bob.userId}`);
    expect(refusal(answer)).toBe('403 insufficient_scope');
    expect(await reads(answer)).toMatchObject({ code: 'insufficient_scope', targetId: modId });
  });

  it('a refused GraphQL write is recorded, and a not_found error is not', async () => {
    const body = { role: 'reviewer' };
    await alice.request('PUT', `/mods/${modId}/team-members/${bob.userId}`, { body });
    const write = async (field: string) => reads(await bob.graphql(`mutation { ${field} }`));
    const target = { targetKind: 'mod', targetId: modId };
    const own = `modId: "${modId}", userId: "${bob.userId}"`;
    const code = 'team_role_denied';
    expect(await write(`setModTeamMember(${own}, role: owner) { role }`)).toMatchObject({
      action: 'setModTeamMember',
      outcome: 'refused',
      code,
      actorId: bob.userId,
      ...target,
    });
    expect(
      await write(`createModVersion(modId: "${modId}", input: { version: "1" }) { id }`),
    ).toMatchObject({ code, ...target });
    expect(await write('approveUpload(id: "no id") { id }')).toMatchObject({
      code: 'forbidden',
      targetKind: 'upload',
      targetId: null,
    });
    expect(await write('createModFallbackCover(modId: "no id") { id }')).toBeNull();
  });

  it('a refused read and a refused anonymous write are not recorded', async () => {
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const read = await reader.get(`/mods/${modId}/team-members`);
    const anonymous = await world.anon.graphql(`mutation { approveUpload(id: "${modId}") { id } }`);
    expect([refusal(read), await reads(read)]).toEqual(['403 insufficient_scope', null]);
    expect(await reads(anonymous)).toBeNull();
  });

  it('a write stays refused if its audit entry cannot be stored', async () => {
    const requestId = `poisoned-${performance.now()}`;
    await world.platform.db.$executeRawUnsafe(
      `alter table audit_entries add constraint poison check (request_id <> '${requestId}')`,
    );
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const answer = await reader.post('/mods', {}, { 'X-Request-Id': requestId });
    expect(refusal(answer)).toBe('403 insufficient_scope');
    await world.platform.db.$executeRawUnsafe('alter table audit_entries drop constraint poison');
  });
});

describe('listAuditEntries', () => {
  it('listAuditEntries returns every entry to admins, newest first, over all pages', async () => {
    const made = await bareMod(alice, 'audit');
    const [line] = await entries(`targetId: "${made.id}"`);
    expect(line).toMatchObject({
      action: 'mod.created',
      outcome: 'done',
      code: null,
      actorName: 'alice',
      actorId: alice.userId,
      credentialKind: 'pat',
      targetKind: 'mod',
      data: {},
    });
    const ids = await idsOf();
    const rows = await world.platform.db.auditEntry.findMany({
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      select: { id: true },
    });
    expect(ids).toEqual(rows.map(({ id }) => id));
  });

  it('listAuditEntries is allowed only for admins, in a session or with admin:*', async () => {
    const codeOf = async (actor: Actor) => {
      const { body } = await actor.graphql('{ listAuditEntries { items { id } } }');
      return body.errors?.[0].extensions.code ?? null;
    };
    const root = await world.creator('root-2');
    await makeModerator(world, bob.userId);
    expect(await codeOf(world.anon)).toBe('unauthorized');
    for (const actor of [alice, bob, mary, await alice.withToken({ scopes: 'admin:*' })]) {
      expect(await codeOf(actor)).toBe('forbidden');
    }
    await world.platform.db.user.update({ where: { id: root.userId }, data: { role: 'admin' } });
    expect(await codeOf(root)).toBe('insufficient_scope');
    const limited = await root.withToken({ scopes: 'admin:*', modIds: [modId] });
    expect(await codeOf(limited)).toBe('resource_scope_denied');
    expect(await codeOf(await root.withToken({ scopes: 'admin:*' }))).toBeNull();
  });

  it('listAuditEntries applies each of its filters', async () => {
    const { db } = world.platform;
    const all = await db.auditEntry.findMany({ orderBy: [{ at: 'desc' }, { id: 'desc' }] });
    const middle = all[Math.floor(all.length / 2)];
    if (!middle) throw new Error('an empty log');
    const at = middle.at.toISOString();
    const expected: [string, (row: (typeof all)[number]) => boolean][] = [
      [`actorId: "${alice.userId}",`, (row) => row.actorId === alice.userId],
      [`targetId: "${modId}",`, (row) => row.targetId === modId],
      ['action: "mod.created",', (row) => row.action === 'mod.created'],
      ['outcome: refused,', (row) => row.outcome === 'refused'],
      [`recordedAfter: "${at}",`, (row) => row.at > middle.at],
      [`recordedBefore: "${at}",`, (row) => row.at < middle.at],
    ];
    for (const [filters, fits] of expected) {
      const ids = all.filter(fits).map(({ id }) => id);
      expect(ids.length, filters).toBeGreaterThan(0);
      expect([filters, await idsOf(filters)]).toEqual([filters, ids]);
    }
    const { body } = await admin.graphql('{ listAuditEntries(actorId: "x") { items { id } } }');
    expect(body.errors[0].extensions.fields).toEqual([
      { field: 'actorId', code: 'invalid_format' },
    ]);
  });

  it('listAuditEntries runs the same number of statements for each page size', async () => {
    const count = async (limit: number) => {
      const query = `{ listAuditEntries(limit: ${limit}) { items { ${ALL} } } }`;
      const seen = await world.statements(() => admin.graphql(query));
      return seen.filter((sql) => !/\bjobs\b/.test(sql)).length;
    };
    expect(await count(100)).toBe(await count(1));
  });

  it('the audit log contains no password, token or signed URL', async () => {
    const mod = await draftMod(alice, 'audit');
    const { artifactId } = await publishedVersion(world, alice, mod.id, { version: '1' });
    const token = await alice.withToken({ scopes: 'files:download' });
    const resolved = await token.post(`/downloads/${artifactId}/resolve`, {});
    const signed = resolved.text.match(/\/storage\/[\w-]+/g) ?? [];
    const line = 'user create --username ute --password "not for the log" --email u@example.org';
    await operate(world, line);
    const { printed } = await operate(world, 'token create --username ute --scopes mods:read');
    const people = [alice, bob, mary];
    const others = await Promise.all(people.map((person) => person.withToken({})));
    const tokens = [...others, admin, token].map((actor) => actor.token ?? '');
    // The part of a token after its kind and key ID is secret on its own.
    const bare = [...tokens, printed.token].map((it: string) => it.split('_').slice(2).join('_'));
    const secrets = [...tokens, ...bare, ...signed, printed.token, 'not for the log'];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(12);
    expect(secrets.length).toBeGreaterThan(14);
    const { body } = await admin.graphql(`{ listAuditEntries(limit: 100) { items { ${ALL} } } }`);
    const rows = await world.platform.db.auditEntry.findMany();
    const text = JSON.stringify([body, rows]);
    expect(rows.length).toBeGreaterThan(30);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });
});
