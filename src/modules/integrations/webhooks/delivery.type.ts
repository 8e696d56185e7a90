import { ArgsType, Extensions, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DeliveryState } from '../../../platform/database/generated/enums.js';
import { EVENT_KINDS } from '../../../registry/events.js';
import { PageArgs, pageType } from '../../../request/page.js';

registerEnumType(DeliveryState, { name: 'DeliveryState' });

/**
 * Why an attempt failed: a status other than 2xx, a timeout, no response, or a forbidden target.
 */
export const DeliveryFailure = {
  status: 'status',
  timeout: 'timeout',
  no_answer: 'no_answer',
  target_refused: 'target_refused',
} as const;

/** The name of one kind of failure. */
export type DeliveryFailure = keyof typeof DeliveryFailure;

registerEnumType(DeliveryFailure, { name: 'DeliveryFailure' });

/** Whether and when the next automatic attempt follows. */
@ObjectType({ simpleResolvers: true })
export class DeliveryRetry {
  @Field(() => Boolean, { description: 'Whether the service may try again on its own.' })
  readonly retryable!: boolean;

  @Field(() => Int, { description: 'The number of attempts until now.' })
  readonly attempt!: number;

  @Field(() => Int, { description: 'The number of attempts after which the delivery ends.' })
  readonly maxAttempts!: number;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the next attempt begins, or when a running one counts as lost. Null after the end.',
  })
  readonly nextAttemptAt!: Date | null;
}

/** The URLs of a delivery's subject and of its redelivery. */
@ObjectType({ simpleResolvers: true })
export class DeliveryLinks {
  @Field(() => String, {
    nullable: true,
    description:
      'The API address of the entity that the event is about, for its present state. Null if the API has no address for it.',
  })
  readonly subject!: string | null;

  @Field(() => String, { description: 'Send POST to this address to repeat the delivery.' })
  readonly redeliver!: string;
}

/**
 * The delivery of one event to one subscription (Spec 2.12). The members about the last attempt are
 * null before the first one, and `lastFailure` after a success. `redeliveryOfId` is null for an
 * original delivery.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'The delivery of one event to one subscription.',
})
export class WebhookDelivery {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly subscriptionId!: string;

  @Field(() => ID, { description: 'The event, the same in all its deliveries and redeliveries.' })
  readonly eventId!: string;

  @Field(() => String, { description: 'The kind of the event, such as `version.published`.' })
  readonly eventKind!: string;

  @Field(() => ID, {
    description: 'The id of the entity that the event is about, as `subject.id` in the body.',
  })
  readonly subjectId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The original delivery. Null unless this one repeats another.',
  })
  readonly redeliveryOfId!: string | null;

  @Field(() => DeliveryState)
  readonly deliveryStatus!: DeliveryState;

  @Field(() => Int, { description: 'The number of attempts until now.' })
  readonly attemptCount!: number;

  @Field(() => Date, {
    nullable: true,
    description:
      'The time of the next attempt. During an attempt, when it counts as lost. Null after the end.',
  })
  readonly nextAttemptAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The status of the last response. Null before the first attempt, and if there was no response.',
  })
  readonly lastResponseStatus!: number | null;

  @Field(() => DeliveryFailure, {
    nullable: true,
    description: 'The failure of the last attempt. Null before the first one, and after a success.',
  })
  readonly lastFailure!: DeliveryFailure | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The duration of the last attempt in milliseconds. Null before the first one.',
  })
  readonly latencyMs!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The beginning of the last response, without control characters and markup. Null without a response or a body.',
  })
  readonly responseSnippet!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The body as it was sent, as JSON. Null before the first attempt, and without the scope ' +
      'that reads the subject of the event.',
  })
  readonly payload!: string | null;

  @Field(() => DeliveryRetry)
  readonly retry!: DeliveryRetry;

  @Field(() => DeliveryLinks)
  readonly links!: DeliveryLinks;

  @Field(() => Date, { description: 'When the change that caused the event was made.' })
  readonly occurredAt!: Date;

  @Field(() => Date, { description: 'When the delivery was queued.' })
  readonly createdAt!: Date;

  @Field(() => Date, { description: 'When the delivery last changed, for example by an attempt.' })
  readonly updatedAt!: Date;
}

/** One page of deliveries. */
export const WebhookDeliveryPage = pageType('WebhookDeliveryPage', () => WebhookDelivery);

/** The filters of delivery lists (Spec 4.1, reserved filters). */
@ArgsType()
export class DeliveryListArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only deliveries to this subscription.' })
  readonly subscriptionId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only this kind of event, such as `version.published`.',
  })
  @Extensions({ jsonSchema: { enum: EVENT_KINDS } })
  readonly eventKind?: string | null;

  @Field(() => DeliveryState, { nullable: true, description: 'Only deliveries in this state.' })
  readonly deliveryStatus?: DeliveryState | null;

  @Field(() => Date, { nullable: true, description: 'Only deliveries created after this time.' })
  readonly createdAfter?: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Only deliveries whose next attempt is before this time.',
  })
  readonly nextAttemptBefore?: Date | null;
}
