import { Field, InputType } from 'type-graphql';
import { z } from 'zod';
import { EVENTS } from '../../../registry/events.js';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked-by.js';

const url = z.string().min(1).max(LIMITS.urlCharacters);
const eventKinds = z.array(z.enum(Object.keys(EVENTS) as [keyof typeof EVENTS])).min(1);
const description = z.string().trim().min(1).max(LIMITS.webhookDescriptionCharacters);

/** The schema of a new subscription. `checkedTarget` validates the target of its `url`. */
export const createWebhookSchema = z.object({
  url,
  eventKinds,
  description: description.nullish(),
});

/** The schema of a change: omitted members stay, null clears the description. */
export const updateWebhookSchema = z.object({
  url: url.optional(),
  eventKinds: eventKinds.optional(),
  description: description.nullish(),
  enabled: z.boolean().optional(),
});

/** A new subscription (decisions, Webhooks). */
@InputType()
@CheckedBy(createWebhookSchema)
export class CreateWebhookSubscriptionInput {
  @Field(() => String, {
    description: 'A public `https` URL on port 443, without a user name and without a fragment.',
  })
  readonly url!: string;

  @Field(() => [String], { description: 'The kinds of events to deliver, at least one.' })
  readonly eventKinds!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'A note on the purpose of the subscription, for its owner.',
  })
  readonly description?: string | null;
}

/** A change of a subscription; omitted members stay. */
@InputType()
@CheckedBy(updateWebhookSchema)
export class UpdateWebhookSubscriptionInput {
  @Field(() => String, {
    nullable: true,
    description: 'Checked as for a new subscription. Waiting deliveries go to the new URL.',
  })
  readonly url?: string;

  @Field(() => [String], { nullable: true, description: 'Replaces all previous kinds.' })
  readonly eventKinds?: readonly string[];

  @Field(() => String, { nullable: true, description: 'Null clears it.' })
  readonly description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'False stops deliveries and cancels waiting ones. True delivers new events from now on and resets the count of failed deliveries.',
  })
  readonly enabled?: boolean;
}
