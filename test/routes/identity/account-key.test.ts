import { beforeAll, describe, expect, it } from 'vitest';
import { buildDomainSchema, createGateway } from '../../../src/graphql/index.js';
import { startSession, verifySession } from '../../../src/modules/identity/index.js';
import { fixedRootKeys } from '../../../src/platform/root-keys.js';
import { createVault } from '../../../src/platform/vault.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { ACCOUNT_KEY_SCOPES, SCOPES, type Scope } from '../../../src/registry/scopes.js';
import { createSystemContext } from '../../../src/request/context.js';
import { newId } from '../../../src/request/ids.js';
import type { Viewer } from '../../../src/request/viewer.js';
import { type Creator, type Json, withSecret } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { meanwhile, untilSomebodyWaits, whileRowLocked } from '../../locks.js';
import { bareMod, newGame, refusal } from '../../publishing.js';

const FIELDS = '{ id masked fingerprint scopes lastUsedAt rotatedFromId createdAt }';
const OPERATIONS = `
  mutation open { openAccountKey ${FIELDS} }
  mutation reveal { revealAccountKey ${FIELDS.replace('}', 'secret }')} }
  mutation rotate($expectedId: ID) {
    rotateAccountKey(expectedId: $expectedId) ${FIELDS.replace('}', 'secret }')} }`;

type Step = 'open' | 'reveal' | 'rotate';

describe('account key (Spec 5.4)', () => {
  const world = useWorld({}, { jobs: 'when-settled' });
  let alice: Creator;
  let run: (step: Step, viewer: Viewer, variables?: object) => Promise<Json>;

  beforeAll(async () => {
    const gateway = createGateway(world.platform, buildDomainSchema());
    const operations = gateway.compile(OPERATIONS);
    run = async (step, viewer, variables = {}) => {
      const ctx = createSystemContext(world.platform, 'test', viewer);
      const outcome = await operations.get(step)?.run({ ...variables }, ctx);
      if (outcome?.error) return outcome.error.code;
      return outcome && 'data' in outcome ? Object.values(outcome.data ?? {})[0] : null;
    };
    await newGame(world, 'account-keys');
    alice = await world.creator('alice');
  });

  async function signedIn({ userId }: { userId: string }, aal2 = true): Promise<Viewer> {
    const { platform } = world;
    const { token } = await startSession(createSystemContext(platform, 'test'), { userId, aal2 });
    const viewer = await verifySession(platform, token);
    if (!viewer) throw new Error('nobody is signed in');
    return viewer;
  }

  const holding = (secret: string) => withSecret(world.baseUrl, secret);

  it('opening the account key creates it masked once and returns the same key later', async () => {
    const first = await run('open', await signedIn(alice, false));
    expect(first.masked).toMatch(/^mfak_[0-9a-f]{16}_•+$/);
    expect(first.scopes).toEqual(ACCOUNT_KEY_SCOPES);
    expect(await run('open', await signedIn(alice))).toEqual(first);
    const { db } = world.platform;
    const row = await db.credential.findUniqueOrThrow({ where: { id: first.id } });
    expect(row).toMatchObject({ kind: 'account_key', expiresAt: null, limited: false });
  });

  it('concurrent requests to open the account key create one key', async () => {
    const bob = await world.creator('bob');
    const viewer = await signedIn(bob);
    const faster = { userId: bob.userId, kind: 'account_key' as const, name: 'faster' };
    const data = { ...faster, id: newId(), keyId: newId(), secretHash: new Uint8Array(32) };
    const { waited, result } = await meanwhile(
      world,
      (tx) => tx.credential.create({ data }),
      () => Promise.all([1, 2, 3].map(() => run('open', viewer))),
    );
    expect([waited, ...result.map(({ id }) => id)]).toEqual([true, data.id, data.id, data.id]);
    const where = { actorId: bob.userId, action: 'token.created' };
    expect(await world.platform.db.auditEntry.count({ where })).toBe(0);
  });

  it('the account key has every base scope except openid, plus account:read and the build scopes', () => {
    const base = (Object.keys(SCOPES) as Scope[]).filter((scope) => SCOPES[scope].kind === 'base');
    const expected = [...base.filter((it) => it !== 'openid'), 'account:read'];
    expect([...ACCOUNT_KEY_SCOPES].toSorted()).toEqual(
      [...expected, 'builds:read', 'builds:write'].toSorted(),
    );
  });

  it('revealing the account key after a second factor returns a working secret and is audited', async () => {
    const carol = await world.creator('carol');
    const mod = await bareMod(carol, 'account-keys');
    const viewer = await signedIn(carol);
    const key = await run('open', viewer);
    const shown = await run('reveal', viewer);
    expect(shown).toMatchObject({ id: key.id, fingerprint: key.fingerprint });
    expect(shown.secret).toMatch(/^mfak_[0-9a-f]{16}_[A-Za-z0-9]{49}$/);
    const actor = holding(shown.secret);
    const me = (await actor.get('/me')).body.data;
    expect(me.credential).toMatchObject({ kind: 'account_key', resource_grants: null });
    expect((await actor.get('/me/resources')).body.data.map(({ id }: Json) => id)).toEqual([
      mod.id,
    ]);
    expect(refusal(await actor.get('/api-keys'))).toBe('403 insufficient_scope');
    const { db } = world.platform;
    const audits = await db.auditEntry.findMany({
      where: { actorId: carol.userId, action: 'token.revealed' },
    });
    expect(audits.map(({ targetId }) => targetId)).toEqual([key.id]);
    const kept = JSON.stringify([await db.credential.findMany(), await db.auditEntry.findMany()]);
    expect(kept).not.toContain(shown.secret.split('_')[2]);
  });

  it('revealing or rotating the account key requires a recent second factor', async () => {
    const dora = await world.creator('dora');
    await run('open', await signedIn(dora, false));
    for (const step of ['reveal', 'rotate'] as const) {
      expect(await run(step, await signedIn(dora, false))).toBe('step_up_required');
    }
    const proved = await signedIn(dora);
    world.clock.advance(LIMITS.stepUpLifetimeSeconds + 1);
    expect(await run('reveal', proved)).toBe('step_up_required');
  });

  it('rotating the account key revokes the old secret at once and returns a new one that works', async () => {
    const erin = await world.creator('erin');
    const viewer = await signedIn(erin);
    await run('open', viewer);
    const before = await run('reveal', viewer);
    expect((await holding(before.secret).get('/me')).status).toBe(200);
    const after = await run('rotate', viewer);
    expect(after.rotatedFromId).toBe(before.id);
    expect(refusal(await holding(before.secret).get('/me'))).toBe('401 unauthorized');
    expect((await holding(after.secret).get('/me')).status).toBe(200);
    expect(await run('reveal', viewer)).toMatchObject({ id: after.id, secret: after.secret });
    const { db } = world.platform;
    const ended = await db.credential.findUniqueOrThrow({ where: { id: before.id } });
    expect(ended.sealedSecret).toBeNull();
  });

  it('a rotation of a former account key keeps the current one', async () => {
    const iris = await world.creator('iris');
    const viewer = await signedIn(iris);
    const { id: expectedId } = await run('open', viewer);
    const { id } = await run('rotate', viewer, { expectedId });
    expect(await run('rotate', viewer, { expectedId })).toBe('invalid_state');
    expect((await run('open', viewer)).id).toBe(id);
  });

  it('concurrent rotations of one account key create one successor', async () => {
    const fred = await world.creator('fred');
    const viewer = await signedIn(fred);
    const { id } = await run('open', viewer);
    const { begun } = await whileRowLocked(world, ['credentials', id], async () => {
      const begun = Promise.all([1, 2, 3].map(() => run('rotate', viewer)));
      await untilSomebodyWaits(world.platform.db, 3);
      return { begun };
    });
    const outcomes = await begun;
    expect(outcomes.filter((it) => it === 'invalid_state')).toHaveLength(2);
    const where = { userId: fred.userId, kind: 'account_key' as const, revokedAt: null };
    expect(await world.platform.db.credential.count({ where })).toBe(1);
  });

  it('account key operations reject tokens and anonymous callers: they require a browser session', async () => {
    const gina = await world.creator('gina');
    const token = await gina.withToken({ scopes: 'credentials:manage mods:read' });
    for (const field of ['openAccountKey', 'revealAccountKey', 'rotateAccountKey']) {
      const { body } = await token.graphql(`mutation { ${field} { id } }`);
      expect(body.errors[0].extensions.code).toBe('forbidden');
    }
    expect(await run('open', { kind: 'anonymous', actor: 'x' })).toBe('unauthorized');
    const where = { userId: gina.userId, kind: 'account_key' as const };
    expect(await world.platform.db.credential.count({ where })).toBe(0);
  });

  it('the account key is not listed, revoked or rotated by the API key routes', async () => {
    const key = await run('open', await signedIn(alice));
    const { data } = (await alice.get('/api-keys?limit=100')).body;
    expect(data.map(({ kind }: Json) => kind)).not.toContain('account_key');
    const ended = await alice.request('DELETE', `/api-keys/${key.id}`);
    expect(refusal(ended)).toBe('404 not_found');
    expect(refusal(await alice.post(`/api-keys/${key.id}/rotate`))).toBe('404 not_found');
  });

  it('an account key whose secret cannot be unsealed cannot be revealed but can be rotated', async () => {
    const hugo = await world.creator('hugo');
    const viewer = await signedIn(hugo);
    expect(await run('reveal', viewer)).toBe('invalid_state');
    const { id } = await run('open', viewer);
    const { db } = world.platform;
    const sealedSecret = createVault(fixedRootKeys(new Uint8Array(32))).seal(
      'elsewhere',
      'a secret',
    );
    await db.credential.update({ where: { id }, data: { sealedSecret } });
    expect(await run('reveal', viewer)).toBe('invalid_state');
    expect((await run('rotate', viewer)).secret).toMatch(/^mfak_/);
  });
});
