import { randomUUID } from 'node:crypto';
import { newId } from '../src/request/ids.js';
import type { Creator } from './actors.js';
import type { World } from './harness.js';

/** A subscription of somebody to an address that nobody answers; its id. */
export async function newSubscription(
  { platform }: Pick<World, 'platform'>,
  { userId }: Pick<Creator, 'userId'>,
): Promise<string> {
  const id = newId();
  const secret = platform.vault.seal(`webhook_subscriptions.secret ${id}`, 'whsec_test');
  await platform.db.webhookSubscription.create({
    data: {
      ...{ id, ownerId: userId, url: 'https://hooks.invalid/', secret },
      eventKinds: ['mod.updated', 'token.changed'],
    },
  });
  return id;
}

/** A delivery to such a subscription, exhausted, of an event of the account; its id. */
export async function newDelivery(
  world: Pick<World, 'platform'>,
  creator: Pick<Creator, 'userId'>,
): Promise<string> {
  const { db, clock } = world.platform;
  const { userId } = creator;
  const subscriptionId = await newSubscription(world, creator);
  const event = await db.outboxEvent.create({
    data: {
      ...{ kind: 'token.changed', subjectId: randomUUID(), userId },
      ...{ data: {}, fannedOutAt: clock.now() },
    },
  });
  const { id } = await db.webhookDelivery.create({
    data: {
      ...{ ownerId: userId, subscriptionId, eventId: event.id, firstOfEventId: event.id },
      ...{ state: 'exhausted', attemptCount: 8, lastStatus: 503, lastFailure: 'status' },
    },
  });
  return id;
}
