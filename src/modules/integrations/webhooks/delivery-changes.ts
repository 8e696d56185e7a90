import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Change } from '../../../platform/changes/changes.port.js';
import { DeliveryState } from '../../../platform/database/generated/enums.js';
import { announcedNumber, announcedState, announcedText } from '../../../request/announced.js';
import type { RequestContext } from '../../../request/context.js';
import { watchChanges } from '../../../request/live.js';
import { readOwnSubscription } from './read-subscriptions.js';

/** A change of the state of a delivery, with ids and states only. */
@ObjectType({
  simpleResolvers: true,
  description: 'A delivery with a new state. Read what you need of it with `webhookDelivery`.',
})
export class DeliveryChange {
  @Field(() => ID)
  readonly deliveryId!: string;

  @Field(() => ID)
  readonly subscriptionId!: string;

  @Field(() => DeliveryState)
  readonly deliveryStatus!: DeliveryState;

  @Field(() => Int)
  readonly attemptCount!: number;
}

/**
 * Streams the changes of the deliveries of a subscription to its owner. Throws and ends with the
 * errors of `readOwnSubscription`.
 */
export function watchDeliveries(
  ctx: RequestContext,
  subscriptionId: string,
): Promise<AsyncGenerator<DeliveryChange>> {
  return watchChanges(ctx, {
    topic: `deliveries:${subscriptionId}`,
    allowed: (fresh) => readOwnSubscription(fresh, subscriptionId),
    present: presentChange,
  });
}

function presentChange({ key, data }: Change): DeliveryChange | null {
  const subscriptionId = announcedText(data, 'subscriptionId');
  const deliveryStatus = announcedState(data, 'deliveryStatus', DeliveryState);
  const attemptCount = announcedNumber(data, 'attemptCount');
  if (subscriptionId === null || deliveryStatus === null || attemptCount === null) return null;
  return { deliveryId: key, subscriptionId, deliveryStatus, attemptCount };
}
