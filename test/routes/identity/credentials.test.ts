import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '../../../src/modules/identity/index.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftVersion,
  newGame,
  refusal,
  sendFile,
} from '../../publishing.js';

/** One write to the creator's mod that any actor can send. */
interface Write {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly scope: string;
}

describe('credential checks (Spec 5.1, 5.3, 5.4, 5.5)', () => {
  const world = useWorld({}, { jobs: 'when-settled' });
  let alice: Creator;
  let mod: Json;
  let version: Json;
  let uploadId: string;
  let writes: readonly Write[];
  const bytes = new Uint8Array(archiveOf('bytes'));

  beforeAll(async () => {
    await newGame(world, 'credentials');
    alice = await world.creator('alice');
    mod = await bareMod(alice, 'credentials');
    version = await draftVersion(alice, mod.id, { version: '1' });
    const target = { modId: mod.id, versionId: version.id };
    uploadId = await sendFile(alice, target, bytes);
    const ofMod = `/mods/${mod.id}`;
    const ofVersion = `${ofMod}/versions/${version.id}`;
    const ofUpload = `/uploads/${uploadId}`;
    const title = { en: 'x' };
    const draft = { game_slug: 'credentials', title, description: title };
    const tag = { 'If-Match': '"x"' };
    const declaration = declarationOf(target, bytes);
    const writeMods = { scope: 'mods:write' };
    const writeVersions = { scope: 'versions:write' };
    const upload = { scope: 'files:upload', method: 'POST' };
    writes = [
      { method: 'POST', path: '/mods', body: draft, ...writeMods },
      { method: 'PATCH', path: ofMod, body: {}, headers: tag, ...writeMods },
      { method: 'POST', path: `${ofMod}/media:fallback`, ...writeMods },
      { method: 'POST', path: `${ofMod}/versions`, body: { version: '2' }, ...writeVersions },
      { method: 'PATCH', path: ofVersion, body: {}, headers: tag, ...writeVersions },
      { method: 'POST', path: `${ofVersion}/publish`, scope: 'versions:publish' },
      { ...upload, path: '/uploads', body: declaration },
      { ...upload, path: `${ofUpload}/parts`, body: { partNumbers: [1] } },
      { ...upload, path: `${ofUpload}/complete`, body: {} },
      { ...upload, path: `${ofUpload}/abort` },
    ];
  });

  const send = (actor: Actor, { method, path, body, headers }: Write, more: object = {}) =>
    actor.request(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: { 'Idempotency-Key': randomUUID(), ...headers, ...more },
    });

  const nothingHappened = async () => {
    const { db } = world.platform;
    const count = { where: { actorId: alice.userId, outcome: 'done' as const } };
    return [await db.auditEntry.count(count), await db.idempotencyRecord.count()];
  };

  it('writes without a valid credential are 401', async () => {
    for (const write of writes) {
      expect(refusal(await send(world.anon, write)), write.path).toBe('401 unauthorized');
      const forged = await send(alice, write, { Authorization: `Bearer ${alice.token}x` });
      expect(refusal(forged), write.path).toBe('401 unauthorized');
    }
  });

  it('writes without their scope are 403 and name the scope', async () => {
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const before = await nothingHappened();
    for (const write of writes) {
      const refused = await send(reader, write);
      expect(refusal(refused), write.path).toBe('403 insufficient_scope');
      expect(refused.body.required_scopes).toEqual([write.scope]);
    }
    expect(await nothingHappened()).toEqual(before);
    const status = await reader.get(`/uploads/${uploadId}`);
    expect(refusal(status)).toBe('403 insufficient_scope');
  });

  it('a token limited to other mods cannot write to this mod or create a mod', async () => {
    const other = await bareMod(alice, 'credentials');
    const limited = await alice.withToken({ modIds: [other.id] });
    for (const write of writes) {
      const refused = await send(limited, write);
      expect(refusal(refused), `${write.method} ${write.path}`).toBe('403 resource_scope_denied');
    }
    expect(refusal(await limited.get(`/uploads/${uploadId}`))).toBe('403 resource_scope_denied');
    expect((await limited.post(`/mods/${other.id}/versions`, { version: '1' })).status).toBe(201);
  });

  it('writes without a valid client identity are 400 before any side effect', async () => {
    const before = await nothingHappened();
    const bad: Record<string, string>[] = [
      { 'User-Agent': 'curl/8.5.0' },
      { 'User-Agent': 'python-requests/2.32 (+https://example.org)' },
      { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
      { 'User-Agent': 'NoContact/1.0' },
      { 'User-Agent': 'NoVersion (+https://example.org)' },
      { 'X-Service-Client': '' },
      { 'X-Service-Client-Version': '' },
      { 'X-Service-Client': alice.token ?? '' },
    ];
    for (const write of writes) {
      for (const headers of bad) {
        const refused = await send(alice, write, headers);
        expect(refusal(refused), `${write.path} ${JSON.stringify(headers)}`).toBe(
          '400 invalid_client_identity',
        );
      }
    }
    expect(await nothingHappened()).toEqual(before);
    expect((await alice.get(`/mods/${mod.id}/versions`)).body.data).toHaveLength(1);
  });

  it('reads and anonymous requests need no client identity', async () => {
    const headers = { 'User-Agent': 'curl/8.5.0', 'X-Service-Client': '' };
    expect((await alice.get(`/mods/${mod.id}`, headers)).status).toBe(200);
    expect((await alice.get(`/uploads/${uploadId}`, headers)).status).toBe(200);
    expect((await world.anon.get('/mods', headers)).status).toBe(200);
    const resolved = await world.anon.post(`/downloads/${randomUUID()}/resolve`, {}, headers);
    expect(refusal(resolved)).toBe('404 file_not_found');
  });

  it('expired and revoked tokens and blocked accounts are rejected on the next request', async () => {
    const brief = await alice.withToken({ lifetimeSeconds: 60 });
    expect((await brief.get(`/mods/${mod.id}`)).status).toBe(200);
    world.clock.advance(61);
    expect(refusal(await brief.get(`/mods/${mod.id}`))).toBe('401 unauthorized');
    const victor = await world.creator('victor');
    const { db } = world.platform;
    const path = `/mods/${randomUUID()}`;
    expect(refusal(await victor.get(path))).toBe('404 not_found');
    await db.user.update({ where: { id: victor.userId }, data: { state: 'blocked' } });
    expect(refusal(await victor.get(path))).toBe('403 account_blocked');
    await db.user.update({ where: { id: victor.userId }, data: { state: 'active' } });
    await db.credential.updateMany({
      where: { userId: victor.userId },
      data: { revokedAt: world.clock.now() },
    });
    expect(refusal(await victor.get(path))).toBe('401 unauthorized');
  });

  it('a secret with a mistyped character is rejected without a statement', async () => {
    const token = alice.token ?? '';
    const mistyped = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    const headers = { Authorization: `Bearer ${mistyped}` };
    const statements = await world.statements(async () => {
      expect(refusal(await alice.get('/me', headers))).toBe('401 unauthorized');
    });
    expect(statements).toEqual([]);
  });

  it('a secret of release 0.1 is accepted', async () => {
    const { db, keys } = world.platform;
    const keyId = randomUUID().replaceAll('-', '').slice(0, 16);
    const secret = `mpat_${keyId}_${'old-Sign_9'.repeat(4)}abc`;
    await db.credential.create({
      data: {
        kind: 'pat',
        userId: alice.userId,
        name: 'old',
        keyId,
        scopes: ['mods:read'],
        secretHash: hashOf(keys, secret),
      },
    });
    const headers = { Authorization: `Bearer ${secret}` };
    expect((await alice.get('/me', headers)).body.data.credential.scopes).toEqual(['mods:read']);
  });

  it('the last use of a credential is written outside the request and never moves backwards', async () => {
    const { db, lastUses } = world.platform;
    const actor = await alice.withToken({});
    const { id } = (await actor.get('/me')).body.data.credential;
    const stored = async () =>
      (await db.credential.findUniqueOrThrow({ where: { id } })).lastUsedAt;
    const statements = await world.statements(() => actor.get('/me'));
    expect(statements).toHaveLength(2);
    expect(statements.filter((sql) => !/^(\/\* prepared \*\/)?\s*select/i.test(sql))).toEqual([]);
    expect(await stored()).toBeNull();
    await lastUses.flush();
    const first = await stored();
    expect(first).toBeInstanceOf(Date);
    const later = new Date((first?.getTime() ?? 0) + 60_000);
    await db.credential.update({ where: { id }, data: { lastUsedAt: later } });
    await actor.get('/me');
    const flushed = await world.statements(() => lastUses.flush());
    expect(flushed).toHaveLength(1);
    expect(await stored()).toEqual(later);
    expect((await actor.get('/me')).body.data.credential.last_used_at).toBe(later.toISOString());
  });

  it('a credential secret is stored only as a hash and is not in audit entries or events', async () => {
    const secret = alice.token?.split('_').slice(2).join('_') ?? '';
    const { db } = world.platform;
    const credentials = await db.credential.findMany({ where: { userId: alice.userId } });
    expect(Buffer.from(credentials[0]?.secretHash ?? []).length).toBe(32);
    const audits = await db.auditEntry.findMany();
    const events = await db.outboxEvent.findMany();
    expect(secret).toHaveLength(49);
    expect(JSON.stringify([credentials, audits, events])).not.toContain(secret);
  });
});
