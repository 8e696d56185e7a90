import { expect } from 'vitest';
import { startSession } from '../../../src/modules/identity/index.js';
import { createSystemContext } from '../../../src/request/context.js';
import type { Actor } from '../../actors.js';
import type { World } from '../../harness.js';
import { type OpenStream, subscribe } from '../../live.js';

/** The subscription to the uploads of a mod. */
export const UPLOADS = `subscription ($id: ID!) {
  uploadChanged(modId: $id) { uploadId modId versionId lifecycleStatus revision }
}`;

/** The subscription to the review queue. */
export const REVIEWS = 'subscription { reviewQueueChanged { uploadId state revision } }';

/** The subscription to the deliveries of a webhook. */
export const DELIVERIES = `subscription ($id: ID!) {
  webhookDeliveryChanged(subscriptionId: $id) { deliveryId subscriptionId deliveryStatus attemptCount }
}`;

/** A caller who subscribes with a token. */
export type Follower = Pick<Actor, 'token'>;

/** The header that authenticates a caller. */
export const bearer = ({ token }: Follower) => ({ Authorization: `Bearer ${token}` });

/** Opens a subscription, with the id that its query takes. */
export function followAt(
  { baseUrl }: World,
  actor: Follower,
  query: string,
  id?: string,
): Promise<OpenStream> {
  const variables = id === undefined ? {} : { variables: { id } };
  return subscribe(baseUrl, bearer(actor), { query, ...variables });
}

/** The error that ends a stream, followed by its `complete`. */
export async function endOf(stream: OpenStream): Promise<string | undefined> {
  const code = (await stream.next())?.data?.errors?.[0]?.extensions.code;
  expect(await stream.next()).toEqual({ event: 'complete', data: null });
  expect(await stream.next()).toBeNull();
  return code;
}

/** A browser session as the headers of its requests. */
export async function browserOf({ baseUrl, platform }: World, userId: string) {
  const { token } = await startSession(createSystemContext(platform, 'test'), {
    userId,
    aal2: true,
  });
  return { Cookie: `modport_session=${token}`, Origin: new URL(baseUrl).origin };
}
