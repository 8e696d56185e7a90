import { Arg, ID, Resolver, Root, Subscription } from 'type-graphql';
import { Reads } from '../../../request/operation-facts.js';
import { Scoped } from '../../../request/scoped.js';
import { DeliveryChange, watchDeliveries } from './delivery-changes.js';

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
