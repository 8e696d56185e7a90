import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { PageArgs } from '../../../request/page.args.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { createSubscription } from './create-subscription.js';
import { deleteSubscription } from './delete-subscription.js';
import { DeliveryListArgs, WebhookDelivery, WebhookDeliveryPage } from './delivery.type.js';
import { getSubscription } from './get-subscription.js';
import { listDeliveries } from './list-deliveries.js';
import { listSubscriptions } from './list-subscriptions.js';
import { getDelivery, getRedelivery } from './own-delivery.js';
import { redeliver } from './redeliver.js';
import { rotateSecret } from './rotate-secret.js';
import { updateSubscription } from './update-subscription.js';
import { CreateWebhookSubscriptionInput, UpdateWebhookSubscriptionInput } from './webhook.input.js';
import {
  CreatedWebhookSubscription,
  WebhookSubscription,
  WebhookSubscriptionPage,
} from './webhook.type.js';

/** Webhook subscriptions and their deliveries (Spec 4.9). */
@Resolver()
export class WebhooksResolver {
  @Query(() => WebhookSubscriptionPage, {
    description: "The viewer's subscriptions, without secrets.",
  })
  @Scoped('required', 'webhooks:read')
  listWebhookSubscriptions(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<WebhookSubscription>> {
    return listSubscriptions(ctx, page);
  }

  @Query(() => WebhookSubscription)
  @Scoped('required', 'webhooks:read')
  getWebhookSubscription(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookSubscription> {
    return getSubscription(ctx, id);
  }

  @Mutation(() => CreatedWebhookSubscription)
  @Scoped('required', 'webhooks:write')
  createWebhookSubscription(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateWebhookSubscriptionInput) input: CreateWebhookSubscriptionInput,
  ): Promise<CreatedWebhookSubscription> {
    return createSubscription(ctx, input);
  }

  @Mutation(() => WebhookSubscription)
  @Scoped('required', 'webhooks:write')
  updateWebhookSubscription(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateWebhookSubscriptionInput) input: UpdateWebhookSubscriptionInput,
    @Arg('expectedEtag', () => String, {
      nullable: true,
      description: 'The ETag of the state that the caller read. Without it, the last write wins.',
    })
    expectedEtag: string | null,
  ): Promise<WebhookSubscription> {
    return updateSubscription(ctx, id, input, expectedEtag ?? null);
  }

  @Mutation(() => ID, {
    description: 'Deletes the subscription, cancels its waiting deliveries and returns its id.',
  })
  @Scoped('required', 'webhooks:write')
  deleteWebhookSubscription(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<string> {
    return deleteSubscription(ctx, id);
  }

  @Mutation(() => CreatedWebhookSubscription, {
    description:
      'Creates a new secret. For one day, deliveries are also signed with the previous secret.',
  })
  @Scoped('required', 'webhooks:write')
  rotateWebhookSubscriptionSecret(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<CreatedWebhookSubscription> {
    return rotateSecret(ctx, id);
  }

  @Query(() => WebhookDeliveryPage, {
    description: "The deliveries to the viewer's subscriptions.",
  })
  @Scoped('required', 'webhooks:read')
  listWebhookDeliveries(
    @Ctx() ctx: RequestContext,
    @Args(() => DeliveryListArgs) args: DeliveryListArgs,
  ): Promise<Page<WebhookDelivery>> {
    return listDeliveries(ctx, args, args);
  }

  @Query(() => WebhookDelivery)
  @Scoped('required', 'webhooks:read')
  webhookDelivery(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookDelivery> {
    return getDelivery(ctx, id);
  }

  @Query(() => WebhookDelivery, { description: 'The delivery that a redelivery created.' })
  @Scoped('required', 'webhooks:read')
  webhookRedelivery(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookDelivery> {
    return getRedelivery(ctx, id);
  }

  @Mutation(() => WebhookDelivery, { description: 'Delivers the same event again.' })
  @Scoped('required', 'webhooks:write')
  redeliverWebhookDelivery(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookDelivery> {
    return redeliver(ctx, id);
  }
}
