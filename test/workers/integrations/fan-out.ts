import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach } from 'vitest';
import { fanOutEvents } from '../../../src/modules/integrations/index.js';
import { EVENTS, type EventKind } from '../../../src/registry/events.js';
import type { Actor, Creator } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { bareMod, newGame } from '../../publishing.js';
import { happens, subscribed } from '../../webhooks.js';

/** An address that nothing listens on. */
export const URL = 'http://127.0.0.1:9/';
export const ALL = Object.keys(EVENTS);

/** Two people, and the draft of a mod of the first one. */
interface Cast {
  readonly alice: Creator;
  readonly bob: Creator;
  readonly modId: string;
}

/** Runs a service whose events wait for a test to fan them out. */
export function useFanOut() {
  const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
  let cast: Cast;
  beforeAll(async () => {
    await newGame(world, 'told');
    const [alice, bob] = [await world.creator('alice'), await world.creator('bob')];
    cast = { alice, bob, modId: (await bareMod(alice, 'told')).id };
  });
  // Isolates the tests: fans out what is left and deletes the subscriptions of the previous test.
  beforeEach(async () => {
    await fanOutEvents(world.platform);
    await world.platform.db.webhookSubscription.updateMany({ data: { state: 'deleted' } });
  });
  return {
    world,
    cast: () => cast,
    ...eventsIn(world, () => cast),
    ...subscribersIn(world, () => cast),
  };
}

/** The events of the tests. Each function returns the id of the subject. */
function eventsIn(world: World, cast: () => Cast) {
  return {
    ofAccount: ({ userId }: Creator) => happens(world, { userId }),
    ofMod: (kind: EventKind = 'mod.updated', more: object = {}) =>
      happens(world, { kind, modId: cast().modId, ...more }),
    /** Writes many events of an account with one statement. */
    async manyOf({ userId }: Creator, length: number): Promise<string[]> {
      const data = Array.from({ length }, () => ({
        kind: 'token.changed',
        subjectId: randomUUID(),
        userId,
        data: {},
      }));
      await world.platform.db.outboxEvent.createMany({ data });
      return data.map(({ subjectId }) => subjectId);
    },
    /** Lets deliveries of these subjects fail. Returns a function that ends it. */
    async refuseToDeliver(...subjects: string[]) {
      const { db } = world.platform;
      await db.$executeRawUnsafe(`
        create or replace function refuse() returns trigger language plpgsql as $$ begin
          if exists (select from outbox_events
            where id = new.event_id and subject_id = any('{${subjects}}'))
          then raise exception 'refused'; end if;
          return new; end $$`);
      await db.$executeRaw`create trigger refuse before insert on webhook_deliveries
        for each row execute function refuse()`;
      return () => db.$executeRaw`drop trigger refuse on webhook_deliveries`;
    },
  };
}

/** The subscriptions of the tests, and their deliveries. */
function subscribersIn(world: World, cast: () => Cast) {
  return {
    subscribe: async (actor: Actor, kinds = ALL): Promise<string> =>
      (await subscribed(actor, URL, kinds)).id,
    /** Enables or disables a subscription of Alice. */
    turn: (id: string, enabled: boolean) =>
      cast().alice.graphql(
        `mutation { updateWebhookSubscription(id: "${id}", input: { enabled: ${enabled} }) { id } }`,
      ),
    /** Fans out, and returns for each subject whether the subscription has a delivery for it. */
    async heard(subscriptionId: string, ...subjects: string[]): Promise<boolean[]> {
      await fanOutEvents(world.platform);
      const include = { event: true };
      const rows = await world.platform.db.webhookDelivery.findMany({
        where: { subscriptionId },
        include,
      });
      const told = rows.map(({ event }) => event.subjectId);
      return subjects.map((id) => told.includes(id));
    },
    /** Gives a subscription to a new application with these scopes. Returns its id. */
    async giveToApplication(id: string, scopes: string[], approvedScopes = scopes) {
      const app = await world.platform.db.app.create({
        data: {
          clientId: randomUUID(),
          kind: 'public',
          ownerId: cast().bob.userId,
          name: 'Listener',
          scopes,
          approvedScopes,
          review: 'approved',
        },
      });
      const data = { clientId: app.clientId };
      await world.platform.db.webhookSubscription.update({ where: { id }, data });
      return app.id;
    },
  };
}
