import { Arg, Field, ID, Int, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import type { Change } from '../../../platform/changes/changes.port.js';
import { DeliveryState } from '../../../platform/database/generated/enums.js';
import { announcedNumber, announcedState, announcedText } from '../../../request/announced.js';
import type { RequestContext } from '../../../request/context.js';
import { watchChanges } from '../../../request/live.js';
import { Reads } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { readOwnSubscription } from './read-subscriptions.js';

/** A change of the state of a delivery, with ids and states only. */
@ObjectType({
  simpleResolvers: true,
  description: 'A delivery with a new state. Read what you need of it with `webhookDelivery`.',
})
class DeliveryChange {
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
 * Streams the changes of the deliveries of a subscription to its owner. Throws the errors of
 * `readOwnSubscription`, and `service_unavailable` if the database announces no changes.
 * `watchChanges` repeats the check of the access during the stream, and its error ends the stream.
 */
function watchDeliveries(
  ctx: RequestContext,
  subscriptionId: string,
): Promise<AsyncGenerator<DeliveryChange>> {
  return watchChanges(ctx, {
    topic: `deliveries:${subscriptionId}`,
    allowed: (fresh) => readOwnSubscription(fresh, subscriptionId),
    present: presentChange,
  });
}

/** Returns null, which the stream skips, for data that this release does not understand. */
function presentChange({ key, data }: Change): DeliveryChange | null {
  const subscriptionId = announcedText(data, 'subscriptionId');
  const deliveryStatus = announcedState(data, 'deliveryStatus', DeliveryState);
  const attemptCount = announcedNumber(data, 'attemptCount');
  if (subscriptionId === null || deliveryStatus === null || attemptCount === null) return null;
  return { deliveryId: key, subscriptionId, deliveryStatus, attemptCount };
}

/** Live updates of webhook deliveries. */
@Resolver()
export class DeliveryChangesResolver {
  @Subscription(() => DeliveryChange, {
    description: 'Reports each new state of a delivery to one subscription of the viewer.',
    subscribe: ({ args, context }) => watchDeliveries(context, args['subscriptionId']),
  })
  @Scoped('required', 'webhooks:read')
  @Reads('account')
  webhookDeliveryChanged(
    @Root() change: DeliveryChange,
    @Arg('subscriptionId', () => ID) _subscriptionId: string,
  ): DeliveryChange {
    return change;
  }
}
