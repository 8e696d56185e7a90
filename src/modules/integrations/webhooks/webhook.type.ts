import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { WebhookEnd, WebhookState } from '../../../platform/database/generated/enums.js';
import { EVENT_KINDS } from '../../../registry/events.js';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked.js';
import { pageType } from '../../../request/page.js';
import { ResourceGrant } from '../../identity/index.js';

registerEnumType(WebhookState, { name: 'WebhookState' });
registerEnumType(WebhookEnd, { name: 'WebhookEnd' });

/** A webhook receiver of a user (Spec 2.12). */
@ObjectType({
  simpleResolvers: true,
  description: 'A webhook subscription, without its secret.',
})
export class WebhookSubscription {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly url!: string;

  @Field(() => [String])
  readonly eventKinds!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description: 'The note on the purpose of the subscription. Null without one.',
  })
  readonly description!: string | null;

  @Field(() => WebhookState, { description: 'A disabled subscription gets no deliveries.' })
  readonly state!: WebhookState;

  @Field(() => WebhookEnd, {
    nullable: true,
    description:
      'Why the subscription is disabled. Null while it is active, and if no reason was recorded.',
  })
  readonly disabledReason!: WebhookEnd | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The token or key with which the subscription is disabled when it ends: the last one that created or enabled it, changed its URL or events, or replaced its secret. Null if none did, or if a person without one enabled it or changed its URL since.',
  })
  readonly credentialId!: string | null;

  @Field(() => [ResourceGrant], {
    nullable: true,
    description:
      'The mods whose events are delivered, if a credential limited to some mods created the subscription. Null means all mods that the owner may see.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

  @Field(() => Int, {
    description:
      'The number of consecutive deliveries that failed. The fifth disables the subscription.',
  })
  readonly exhaustedInARow!: number;

  @Field(() => Date, {
    nullable: true,
    description:
      'Until then, deliveries are also signed with the previous secret. Null if only the present one signs.',
  })
  readonly previousSecretUntil!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => String, { description: 'The strong ETag. An update may send it in `If-Match`.' })
  readonly etag!: string;
}

/** A subscription with its secret, at the only time when it can be read. */
@ObjectType({ simpleResolvers: true })
export class CreatedWebhookSubscription extends WebhookSubscription {
  @Field(() => String, {
    description:
      'The key for the signatures of deliveries. Returned only once. Store it now; if you lose it, rotate it.',
  })
  readonly secret!: string;
}

/** One page of subscriptions. */
export const WebhookSubscriptionPage = pageType(
  'WebhookSubscriptionPage',
  () => WebhookSubscription,
);

const url = z.string().min(1).max(LIMITS.urlCharacters);
const eventKinds = z.array(z.enum(EVENT_KINDS)).min(1);
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

/** A new subscription (Spec 4.9). */
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
