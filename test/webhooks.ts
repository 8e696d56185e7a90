import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { newId } from '../src/request/ids.js';
import { emit, type NewEvent } from '../src/request/outbox.js';
import type { Actor, Creator, Json } from './actors.js';
import type { World } from './harness.js';

/** Makes a subscription to an unreachable address; returns its id. */
export async function newSubscription(
  { platform }: Pick<World, 'platform'>,
  { userId }: Pick<Creator, 'userId'>,
): Promise<string> {
  const id = newId();
  const secret = platform.vault.seal(`webhook_subscriptions.secret ${id}`, 'whsec_test');
  await platform.db.webhookSubscription.create({
    data: {
      id,
      ownerId: userId,
      url: 'https://hooks.invalid/',
      secret,
      eventKinds: ['mod.updated', 'token.changed'],
    },
  });
  return id;
}

/** Makes an exhausted delivery of an account event to such a subscription; returns its id. */
export async function newDelivery(
  world: Pick<World, 'platform'>,
  creator: Pick<Creator, 'userId'>,
): Promise<string> {
  const { db, clock } = world.platform;
  const { userId } = creator;
  const subscriptionId = await newSubscription(world, creator);
  const event = await db.outboxEvent.create({
    data: {
      kind: 'token.changed',
      subjectId: randomUUID(),
      userId,
      data: {},
      fannedOutAt: clock.now(),
    },
  });
  const { id } = await db.webhookDelivery.create({
    data: {
      ownerId: userId,
      subscriptionId,
      eventId: event.id,
      firstOfEventId: event.id,
      state: 'exhausted',
      attemptCount: 8,
      lastStatus: 503,
      lastFailure: 'status',
    },
  });
  return id;
}

/** One request as received. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body before parsing. */
  readonly raw: string;
  readonly body: Json;
}

/** A webhook receiver on this machine. */
export interface Receiver {
  readonly url: string;
  /** All requests, in the order of arrival. */
  readonly received: Received[];
  /** Sets the response; the default is 204. */
  answer(by: (response: ServerResponse, request: Received) => unknown): void;
}

/** Runs a receiver for the tests of one file. */
export function useReceiver(): Receiver {
  const received: Received[] = [];
  const usual = (response: ServerResponse) => response.writeHead(204).end();
  let answers: Parameters<Receiver['answer']>[0] = usual;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const raw = Buffer.concat(pieces).toString('utf8');
    const { url: path = '', headers } = request;
    const one = { path, headers, raw, body: JSON.parse(raw) };
    received.push(one);
    answers(response, one);
  });
  let url = '';
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get url() {
      return url;
    },
    received,
    answer(by) {
      answers = by;
    },
  };
}

/** Subscribes over REST; returns the subscription with its secret. */
export async function subscribed(actor: Actor, url: string, kinds: string[]): Promise<Json> {
  const made = await actor.post('/webhook-subscriptions', { url, event_kinds: kinds });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.data;
}

/** Emits an account event, by default `token.changed`. Returns the subject's id. */
export async function happens(
  { platform: { db } }: Pick<World, 'platform'>,
  event: Partial<NewEvent>,
): Promise<string> {
  const subjectId = event.subjectId ?? randomUUID();
  await emit(db, { kind: 'token.changed', data: { token_id: subjectId }, ...event, subjectId });
  return subjectId;
}
