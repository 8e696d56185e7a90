import { beforeAll, beforeEach } from 'vitest';
import { deliverDue, fanOutEvents } from '../../../src/modules/integrations/index.js';
import type { SendOptions } from '../../../src/modules/integrations/webhooks/send-delivery.js';
import { createSystemContext } from '../../../src/request/context.js';
import { newId } from '../../../src/request/ids.js';
import type { Actor, Creator, Json } from '../../actors.js';
import { useWorld, type World } from '../../harness.js';
import { newGame } from '../../publishing.js';
import { happens, type Receiver, subscribed, useReceiver } from '../../webhooks.js';

export const DAY = 24 * 3600;

/** The work of a webhook sender, with the subscription of the present test. */
export interface Deliveries {
  readonly world: World;
  readonly receiver: Receiver;
  readonly alice: Creator;
  /** Alice's subscription to the receiver, with its secret. Each test has its own. */
  readonly subscription: Json;
  /** Emits an account event, fans it out and delivers it. Returns the event's subject. */
  tells(): Promise<string>;
  deliveries(actor?: Actor, filters?: string): Promise<Json[]>;
  failing(status?: number): void;
  /** Advances the clock and runs the attempts that are due. */
  later(seconds: number): Promise<void>;
  /** A run outside the queue. Tests can delay it and shorten its timeouts. */
  run(options?: SendOptions): Promise<unknown>;
}

/** Runs a service, a receiver and a new subscription for each test of one file. */
export function useDeliveries(): Deliveries {
  const world = useWorld({ WEBHOOK_TARGETS: 'any' }, { jobs: 'when-settled' });
  const receiver = useReceiver();
  let alice: Creator;
  let subscription: Json;
  beforeAll(async () => {
    await newGame(world, 'sent');
    alice = await world.creator('alice');
    world.clock.stop();
  });
  beforeEach(async () => {
    await world.platform.db.webhookSubscription.updateMany({ data: { state: 'deleted' } });
    receiver.answer((response) => response.writeHead(204).end());
    receiver.received.length = 0;
    subscription = await subscribed(alice, receiver.url, ['token.changed', 'mod.updated']);
  });
  return {
    world,
    receiver,
    get alice() {
      return alice;
    },
    get subscription() {
      return subscription;
    },
    ...workOf(world, receiver, () => ({ alice, subscription })),
  };
}

type Work = Pick<Deliveries, 'tells' | 'deliveries' | 'failing' | 'later' | 'run'>;

function workOf(
  world: World,
  receiver: Receiver,
  present: () => Pick<Deliveries, 'alice' | 'subscription'>,
): Work {
  return {
    async tells() {
      const id = await happens(world, { userId: present().alice.userId });
      await fanOutEvents(world.platform);
      await world.settled();
      return id;
    },
    async deliveries(actor = present().alice, filters = '') {
      const path = `/webhook-deliveries?subscription_id=${present().subscription.id}${filters}`;
      const { body, status, text } = await actor.get(path);
      if (status !== 200) throw new Error(text);
      return body.data;
    },
    failing(status = 503) {
      receiver.answer((response) => response.writeHead(status).end('busy'));
    },
    async later(seconds) {
      world.clock.advance(seconds);
      await world.settled();
    },
    run: (options = {}) =>
      deliverDue(
        createSystemContext(world.platform, 'test'),
        {
          jobId: newId(),
          subscriptionId: present().subscription.id,
          signal: new AbortController().signal,
        },
        options,
      ),
  };
}
