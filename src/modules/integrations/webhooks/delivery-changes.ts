import type { Change } from '../../../platform/changes/changes.port.js';
import { DeliveryState } from '../../../platform/database/generated/enums.js';
import { announcedNumber, announcedState, announcedText } from '../../../request/announced.js';
import type { RequestContext } from '../../../request/context.js';
import { watchChanges } from '../../../request/live.js';
import type { DeliveryChange } from './delivery-change.type.js';
import { readOwnSubscription } from './read-subscriptions.js';

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
