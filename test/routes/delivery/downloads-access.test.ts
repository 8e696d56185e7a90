import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor, Creator } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { draftMod, newGame, publishedVersion, refusal } from '../../publishing.js';

const HOUR_MS = 3_600_000;

describe('download access (Spec 4.2, 5.1)', () => {
  const world = useWorld();
  let alice: Creator;
  const files: Record<string, { modId: string; artifactId: string }> = {};

  beforeAll(async () => {
    await newGame(world, 'access');
    alice = await world.creator('alice');
    for (const access_tier of ['public', 'authenticated', 'paid', 'restricted']) {
      const mod = await draftMod(alice, 'access', { access_tier });
      const { artifactId } = await publishedVersion(world, alice, mod.id, { version: '1' });
      files[access_tier] = { modId: mod.id, artifactId };
    }
  });

  const fileOf = (tier: string) => {
    const file = files[tier];
    if (!file) throw new Error(`no file of tier ${tier}`);
    return file;
  };

  /** The result of resolving a file of a tier: `200`, or the error without a URL. */
  const outcome = async (actor: Actor, tier: string, headers = {}): Promise<string> => {
    const answer = await actor.post(`/downloads/${fileOf(tier).artifactId}/resolve`, {}, headers);
    if (answer.status === 200) return '200';
    expect(answer.text).not.toContain('/storage/');
    return refusal(answer);
  };

  const grantEntitlement = (userId: string, more: object) =>
    world.platform.db.entitlement.create({ data: { userId, kind: 'subscriber', ...more } });

  it('a public file requires no account, and an authenticated file requires one', async () => {
    const bob = await world.creator('bob');
    expect(await outcome(world.anon, 'public')).toBe('200');
    expect(await outcome(world.anon, 'authenticated')).toBe('401 unauthorized');
    expect(await outcome(bob, 'authenticated')).toBe('200');
  });

  it('a paid file requires an active subscription', async () => {
    const carl = await world.creator('carl');
    expect(await outcome(world.anon, 'paid')).toBe('401 unauthorized');
    expect(await outcome(carl, 'paid')).toBe('403 entitlement_required');
    const expiresAt = new Date(world.clock.now().getTime() + HOUR_MS);
    const { id } = await grantEntitlement(carl.userId, { expiresAt });
    expect(await outcome(carl, 'paid')).toBe('200');
    expect(await outcome(carl, 'restricted')).toBe('403 entitlement_required');
    world.clock.advance(3601);
    expect(await outcome(carl, 'paid')).toBe('403 entitlement_required');
    const { db } = world.platform;
    await db.entitlement.update({ where: { id }, data: { expiresAt: null } });
    expect(await outcome(carl, 'paid')).toBe('200');
    await db.entitlement.update({ where: { id }, data: { revokedAt: world.clock.now() } });
    expect(await outcome(carl, 'paid')).toBe('403 entitlement_required');
  });

  it('a restricted file requires an entitlement to the mod or to the file', async () => {
    const [dora, emil] = [await world.creator('dora'), await world.creator('emil')];
    const { modId, artifactId } = fileOf('restricted');
    expect(await outcome(world.anon, 'restricted')).toBe('401 unauthorized');
    expect(await outcome(dora, 'restricted')).toBe('403 entitlement_required');
    await grantEntitlement(dora.userId, { kind: 'mod', resourceId: fileOf('paid').modId });
    expect(await outcome(dora, 'restricted')).toBe('403 entitlement_required');
    await grantEntitlement(dora.userId, { kind: 'mod', resourceId: modId });
    await grantEntitlement(emil.userId, { kind: 'artifact', resourceId: artifactId });
    expect(await outcome(dora, 'restricted')).toBe('200');
    expect(await outcome(emil, 'restricted')).toBe('200');
    expect(await outcome(emil, 'paid')).toBe('403 entitlement_required');
  });

  it('an invalid credential is 401 and never treated as anonymous', async () => {
    for (const Authorization of ['Bearer x', 'Bearer ', `Bearer ${alice.token}x`, 'Basic eDp5']) {
      expect(await outcome(world.anon, 'public', { Authorization })).toBe('401 unauthorized');
    }
    const brief = await alice.withToken({ lifetimeSeconds: 60 });
    expect(await outcome(brief, 'public')).toBe('200');
    world.clock.advance(61);
    expect(await outcome(brief, 'public')).toBe('401 unauthorized');
  });

  it('an invalid credential is 401 before the client identity is checked', async () => {
    const { artifactId } = fileOf('public');
    const unnamed = { 'User-Agent': 'curl/8.5.0', 'X-Service-Client': '' };
    for (const action of ['resolve', 'fallback']) {
      const outcomeOf = async (Authorization: string) =>
        refusal(
          await world.anon.post(
            `/downloads/${artifactId}/${action}`,
            {},
            { Authorization, ...unnamed },
          ),
        );
      expect(await outcomeOf('Bearer x')).toBe('401 unauthorized');
      expect(await outcomeOf(`Bearer ${alice.token}x`)).toBe('401 unauthorized');
      expect(await outcomeOf(`Bearer ${alice.token}`)).toBe('400 invalid_client_identity');
    }
  });

  it('a credential without files:download is 403 even for a public file', async () => {
    const reader = await alice.withToken({ scopes: 'mods:read' });
    const path = `/downloads/${fileOf('public').artifactId}/resolve`;
    const refused = await reader.post(path);
    expect(refusal(refused)).toBe('403 insufficient_scope');
    expect(refused.body.required_scopes).toEqual(['files:download']);
  });

  it('a credential for other mods is resource_scope_denied for resolve and fallback', async () => {
    const limited = await alice.withToken({ modIds: [fileOf('public').modId] });
    expect(await outcome(limited, 'authenticated')).toBe('403 resource_scope_denied');
    const path = `/downloads/${fileOf('authenticated').artifactId}/fallback`;
    const other = await limited.post(path, { downloadSessionId: randomUUID() });
    expect(refusal(other)).toBe('403 resource_scope_denied');
  });

  it('a denied download creates no grant', async () => {
    const { db } = world.platform;
    const { artifactId } = fileOf('paid');
    const before = await db.downloadGrant.count({ where: { artifactId } });
    await outcome(world.anon, 'paid');
    await outcome(await world.creator('fred'), 'paid');
    expect(await db.downloadGrant.count({ where: { artifactId } })).toBe(before);
  });
});
