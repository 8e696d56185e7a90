import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { WebhookEnd, WebhookState } from '../../../platform/database/generated/enums.js';
import { pageType } from '../../../request/page.type.js';
import { ResourceGrant } from '../../identity/index.js';

registerEnumType(WebhookState, { name: 'WebhookState' });
registerEnumType(WebhookEnd, { name: 'WebhookEnd' });

/** A webhook receiver of a user (Spec 2.12). */
@ObjectType({
  simpleResolvers: true,
  description: 'Where its owner wants to be told of what happens; without its secret.',
})
export class WebhookSubscription {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly url!: string;

  @Field(() => [String])
  readonly eventKinds!: readonly string[];

  @Field(() => String, { nullable: true })
  readonly description!: string | null;

  @Field(() => WebhookState, {
    description: 'A disabled one gets nothing; `disabledReason` says why.',
  })
  readonly state!: WebhookState;

  @Field(() => WebhookEnd, {
    nullable: true,
    description: 'Why it is disabled; null while it is active, and if nobody noted the reason.',
  })
  readonly disabledReason!: WebhookEnd | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The token or key that made it, or last changed its address or its events. It is disabled ' +
      'when that ends. Null if it ends with none.',
  })
  readonly credentialId!: string | null;

  @Field(() => [ResourceGrant], {
    nullable: true,
    description:
      'The mods that it hears of, where it was made with a credential that reaches no others; ' +
      'null is all that its owner may know of.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

  @Field(() => Int, {
    description: 'Deliveries in a row that came to no success; the fifth disables it.',
  })
  readonly exhaustedInARow!: number;

  @Field(() => Date, {
    nullable: true,
    description: 'Until when deliveries are signed with the secret before as well.',
  })
  readonly previousSecretUntil!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;

  @Field(() => String, { description: 'The strong validator; an update may name it.' })
  readonly etag!: string;
}

/** A subscription with its secret, at the only time when it can be read. */
@ObjectType({ simpleResolvers: true })
export class CreatedWebhookSubscription extends WebhookSubscription {
  @Field(() => String, {
    description: 'What deliveries are signed with. Shown this once: keep it now, or rotate it.',
  })
  readonly secret!: string;
}

/** One page of subscriptions. */
export const WebhookSubscriptionPage = pageType(
  'WebhookSubscriptionPage',
  () => WebhookSubscription,
);
