import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DeliveryState } from '../../../platform/database/generated/enums.js';

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
