import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { updateSubscription } from './change-subscription.js';
import { createSubscription } from './create-subscription.js';
import { deleteSubscription } from './delete-subscription.js';
import { DeliveryListArgs, WebhookDelivery, WebhookDeliveryPage } from './delivery.type.js';
import { getDelivery, getRedelivery, listDeliveries } from './read-deliveries.js';
import { getSubscription, listSubscriptions } from './read-subscriptions.js';
import { redeliver } from './redeliver.js';
import { rotateSecret } from './rotate-secret.js';
import { sendTest } from './send-test.js';
import {
  CreatedWebhookSubscription,
  CreateWebhookSubscriptionInput,
  UpdateWebhookSubscriptionInput,
  WebhookSubscription,
  WebhookSubscriptionPage,
} from './webhook.type.js';

/**
 * Webhook subscriptions and their deliveries (Spec 4.9). The need `account` means that a credential
 * with the scope needs no role: the operations concern the subscriptions of its own account. The
 * token of an application reaches only those that the application created.
 */
@Resolver()
export class WebhooksResolver {
  @Query(() => WebhookSubscriptionPage, {
    description: "The viewer's subscriptions, without secrets.",
  })
  @Scoped('required', 'webhooks:read')
  @Reads('account')
  listWebhookSubscriptions(
    @Ctx() ctx: RequestContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<WebhookSubscription>> {
    return listSubscriptions(ctx, page);
  }

  /** One subscription of the viewer, without its secret. */
  @Query(() => WebhookSubscription)
  @Scoped('required', 'webhooks:read')
  @Reads('account')
  getWebhookSubscription(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookSubscription> {
    return getSubscription(ctx, id);
  }

  /** Creates a subscription to later events. Only this result has its secret. */
  @Mutation(() => CreatedWebhookSubscription)
  @Scoped('required', 'webhooks:write')
  @Writes('account', 'webhook_subscription', null)
  createWebhookSubscription(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateWebhookSubscriptionInput) input: CreateWebhookSubscriptionInput,
  ): Promise<CreatedWebhookSubscription> {
    return createSubscription(ctx, input);
  }

  /** Changes the given members of a subscription, and enables or disables it. */
  @Mutation(() => WebhookSubscription)
  @Scoped('required', 'webhooks:write')
  @Writes('account', 'webhook_subscription', 'id')
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
  @Writes('account', 'webhook_subscription', 'id')
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
  @Writes('account', 'webhook_subscription', 'id')
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
  @Reads('account')
  listWebhookDeliveries(
    @Ctx() ctx: RequestContext,
    @Args(() => DeliveryListArgs) args: DeliveryListArgs,
  ): Promise<Page<WebhookDelivery>> {
    return listDeliveries(ctx, args, args);
  }

  /** One delivery to a subscription of the viewer, in its current state. */
  @Query(() => WebhookDelivery)
  @Scoped('required', 'webhooks:read')
  @Reads('account')
  webhookDelivery(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookDelivery> {
    return getDelivery(ctx, id);
  }

  @Query(() => WebhookDelivery, {
    description: 'The delivery that a redelivery created, as it was when it was created.',
  })
  @Scoped('required', 'webhooks:read')
  @Reads('account')
  webhookRedelivery(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookDelivery> {
    return getRedelivery(ctx, id);
  }

  @Mutation(() => WebhookDelivery, {
    description: 'Sends an event of the kind `webhook.test` to this subscription only.',
  })
  @Scoped('required', 'webhooks:write')
  @Writes('account', 'webhook_subscription', 'id')
  testWebhookSubscription(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookDelivery> {
    return sendTest(ctx, id);
  }

  @Mutation(() => WebhookDelivery, { description: 'Delivers the same event again.' })
  @Scoped('required', 'webhooks:write')
  @Writes('account', 'webhook_delivery', 'id')
  redeliverWebhookDelivery(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<WebhookDelivery> {
    return redeliver(ctx, id);
  }
}
