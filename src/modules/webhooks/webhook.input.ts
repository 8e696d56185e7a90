import { Field, InputType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { EVENTS } from '../../registry/events.js';
import { LIMITS } from '../../registry/limits.js';
import { CheckedBy } from '../../request/checked-by.js';

const url = z.string().min(1).max(LIMITS.urlCharacters);
const eventKinds = z.array(z.enum(Object.keys(EVENTS) as [keyof typeof EVENTS])).min(1);
const description = z.string().trim().min(1).max(LIMITS.webhookDescriptionCharacters);

/** The rules of a new subscription; where its `url` may lead, `checkedTarget` tells. */
export const createWebhookSchema = z.object({
  url,
  eventKinds,
  description: description.nullish(),
});

/** The rules of a change: what is left out stays, null clears the description. */
export const updateWebhookSchema = z.object({
  url: url.optional(),
  eventKinds: eventKinds.optional(),
  description: description.nullish(),
  state: z.enum(['active', 'disabled']).optional(),
});

/** The states that an owner switches a subscription between. */
export const WebhookSwitch = { active: 'active', disabled: 'disabled' } as const;

/** One of them. */
export type WebhookSwitch = keyof typeof WebhookSwitch;

registerEnumType(WebhookSwitch, { name: 'WebhookSwitch' });

/** A new subscription (decisions, Webhooks). */
@InputType()
@CheckedBy(createWebhookSchema)
export class CreateWebhookSubscriptionInput {
  @Field(() => String, {
    description: 'Public `https` on port 443, without a user name and without a fragment.',
  })
  readonly url!: string;

  @Field(() => [String], { description: 'The kinds of events to hear of, at least one.' })
  readonly eventKinds!: readonly string[];

  @Field(() => String, { nullable: true, description: 'What it is for, for its owner to read.' })
  readonly description?: string | null;
}

/** A change to a subscription; what is left out stays. */
@InputType()
@CheckedBy(updateWebhookSchema)
export class UpdateWebhookSubscriptionInput {
  @Field(() => String, { nullable: true })
  readonly url?: string;

  @Field(() => [String], { nullable: true })
  readonly eventKinds?: readonly string[];

  @Field(() => String, { nullable: true, description: 'Null clears it.' })
  readonly description?: string | null;

  @Field(() => WebhookSwitch, {
    nullable: true,
    description: 'Disabled, it hears of nothing, and what waits to be delivered is cancelled.',
  })
  readonly state?: WebhookSwitch;
}
