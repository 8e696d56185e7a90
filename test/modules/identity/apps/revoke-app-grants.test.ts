import { beforeAll, expect, it } from 'vitest';
import { revokeAppGrants } from '../../../../src/modules/identity/index.js';
import { createSystemContext } from '../../../../src/request/context.js';
import { transact } from '../../../../src/request/transact.js';
import { useWorld } from '../../../harness.js';
import { newApplication } from '../../../oauth/applications.js';

const world = useWorld({}, { jobs: 'when-settled' });
let ownerId: string;

beforeAll(async () => {
  ownerId = (await world.creator('ada')).userId;
});

/** A user who authorized some applications, each with a subscription. */
async function userOf(name: string, applications: number) {
  const { userId } = await world.creator(name);
  const { db } = world.platform;
  const clientIds: string[] = [];
  for (let made = 0; made < applications; made += 1) {
    const app = await newApplication(world, ownerId);
    await db.appGrant.create({ data: { appId: app.id, userId } });
    await db.webhookSubscription.create({
      data: {
        ownerId: userId,
        clientId: app.clientId,
        url: 'https://hooks.example/in',
        secret: new Uint8Array(1),
      },
    });
    clientIds.push(app.clientId);
  }
  return { userId, clientIds };
}

/** Revokes all grants of a user and returns the SQL statements. */
async function revoke(userId: string): Promise<string[]> {
  const ctx = createSystemContext(world.platform, 'test');
  return world.statements(() => transact(ctx, (tx) => revokeAppGrants(tx, ctx, userId)));
}

it('revoking all applications of a user takes the same number of statements for many as for one', async () => {
  const [one, many] = [await userOf('one', 1), await userOf('many', 6)];
  const few = await revoke(one.userId);
  expect(await revoke(many.userId)).toHaveLength(few.length);
});

it('revoking all applications of a user disables their subscriptions and audits each application', async () => {
  const { db } = world.platform;
  const other = await userOf('other', 1);
  const { userId, clientIds } = await userOf('user', 3);
  await revoke(userId);
  const rows = await db.webhookSubscription.findMany({ where: { ownerId: userId } });
  for (const { id, clientId, state, disabledReason } of rows) {
    expect([state, disabledReason]).toEqual(['disabled', 'application_ended']);
    const line = await db.auditEntry.findFirst({ where: { targetId: id } });
    expect(line).toMatchObject({ action: 'webhook.disabled', data: { client_id: clientId } });
  }
  expect(rows.map(({ clientId }) => clientId).sort()).toEqual(clientIds.sort());
  const kept = await db.webhookSubscription.findMany({ where: { ownerId: other.userId } });
  expect(kept.map(({ state }) => state)).toEqual(['active']);
});

it('revoking all applications disables a subscription of one that lost its approval before', async () => {
  const { db, clock } = world.platform;
  const { userId } = await userOf('late', 1);
  await db.appGrant.updateMany({ where: { userId }, data: { revokedAt: clock.now() } });
  await revoke(userId);
  const rows = await db.webhookSubscription.findMany({ where: { ownerId: userId } });
  expect(rows.map(({ state }) => state)).toEqual(['disabled']);
});
