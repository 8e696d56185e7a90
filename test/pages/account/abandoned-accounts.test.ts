import { beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../src/modules/identity/index.js';
import { enqueue } from '../../../src/platform/queue/queue.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { parseScopes } from '../../../src/registry/scopes.js';
import { createSystemContext } from '../../../src/request/context.js';
import { CREATOR_SCOPES, withSecret } from '../../actors.js';
import { useWorld } from '../../harness.js';
import { meanwhile } from '../../locks.js';
import { bareMod, newGame } from '../../publishing.js';
import { newPerson } from '../people.js';
import { newVisitor } from '../visitor.js';
import { CHOSEN, linkTo, mailsTo, signUp } from './mailbox.js';

const world = useWorld({ TRUST_PROXY: '1' }, { jobs: 'when-settled' });

beforeAll(() => newGame(world, 'brackenvale'));

async function signedUp(username: string): Promise<string> {
  await signUp(newVisitor(world), username, { email: `${username}@example.org` });
  const { id } = await world.platform.db.user.findUniqueOrThrow({ where: { username } });
  return id;
}

/** Makes an account as old as an unverified one may become. */
async function grow(id: string, seconds: number = LIMITS.unverifiedAccountSeconds): Promise<void> {
  const createdAt = new Date(world.clock.now().getTime() - seconds * 1000);
  await world.platform.db.user.update({ where: { id }, data: { createdAt } });
}

async function runJob(): Promise<void> {
  await enqueue(world.platform.db, { kind: 'delete-accounts', payload: {} });
  await world.settled();
}

const userOf = (id: string) => world.platform.db.user.findUniqueOrThrow({ where: { id } });
const stateOf = async (id: string) => (await userOf(id)).state;

describe('accounts that never verified an address', () => {
  it('an abandoned account loses its address after 30 days, without a mail, and keeps its name', async () => {
    const [old, young] = [await signedUp('old-one'), await signedUp('young-one')];
    await grow(old);
    await grow(young, LIMITS.unverifiedAccountSeconds - 60);
    const mails = (await mailsTo(world, 'old-one@example.org')).length;
    await runJob();
    const { state, unverifiedEmail, passwordHash } = await userOf(old);
    expect([state, unverifiedEmail, passwordHash]).toEqual(['deleted', null, null]);
    expect(await stateOf(young)).toBe('active');
    expect(await mailsTo(world, 'old-one@example.org')).toHaveLength(mails);
    const again = await signUp(newVisitor(world), 'old-one', { email: 'other@example.org' });
    expect(again.status).toBe(422);
    const actions = await world.platform.db.auditEntry.findMany({
      where: { targetId: old },
      orderBy: { id: 'asc' },
    });
    expect(actions.at(-1)).toMatchObject({ action: 'user.deleted', data: { cause: 'abandoned' } });
  });

  it('a verified account, one of an operator, and one in use stay', async () => {
    const verified = await signedUp('verified');
    await newVisitor(world).fill(await linkTo(world, 'verified@example.org'), {});
    const made = await newPerson(world, 'made', 'made@example.org');
    const visited = await signedUp('visited');
    await newVisitor(world).signIn('visited', CHOSEN);
    for (const id of [verified, made, visited]) await grow(id);
    await runJob();
    for (const id of [verified, made, visited]) expect(await stateOf(id)).toBe('active');
  });

  it('an account with a key stays, and so does one whose key ended but which owns a draft', async () => {
    const { db, clock } = world.platform;
    const author = await signedUp('drafting');
    const { secret } = await createToken(createSystemContext(world.platform, 'test'), {
      userId: author,
      name: 'test',
      modIds: null,
      lifetimeSeconds: null,
      aal2: true,
      scopes: parseScopes(CREATOR_SCOPES),
    });
    await grow(author);
    await runJob();
    expect(await stateOf(author)).toBe('active');
    await bareMod(withSecret(world.baseUrl, secret), 'brackenvale');
    const ended = { where: { userId: author }, data: { revokedAt: clock.now() } };
    await db.credential.updateMany(ended);
    await runJob();
    expect(await stateOf(author)).toBe('active');
  });

  it('an address that is verified while the job waits for the account keeps it', async () => {
    const { db } = world.platform;
    const racer = await signedUp('racer');
    await grow(racer);
    const { waited } = await meanwhile(
      world,
      (tx) =>
        tx.user.update({
          where: { id: racer },
          data: { email: 'racer@example.org', unverifiedEmail: null },
        }),
      runJob,
    );
    expect(waited).toBe(true);
    expect(await db.user.count({ where: { id: racer, state: 'active' } })).toBe(1);
  });
});
