import type { Tx } from '../../../platform/database/connect.js';
import { problem, type TextForPeople } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';

/**
 * The subscriptions that one limit counts: those of one user, through one application or without
 * one.
 */
export interface SubscriptionShare {
  readonly ownerId: string;
  /** Null for subscriptions that the user created without an application. */
  readonly clientId: string | null;
}

/**
 * Throws `invalid_state` if the user has reached a limit of active subscriptions, for this
 * application or in total. The detail names the limit. Lock the account first, so that the counts
 * stay exact. One statement.
 */
export async function requireActiveQuota(tx: Tx, share: SubscriptionShare): Promise<void> {
  const { ownerId, clientId } = share;
  const byApplication = await tx.webhookSubscription.groupBy({
    by: ['clientId'],
    where: { ownerId, state: 'active' },
    _count: true,
  });
  const here = byApplication.find((row) => row.clientId === clientId)?._count ?? 0;
  if (here >= LIMITS.webhookSubscriptionsPerApplication) {
    throw problem('invalid_state', {
      detail: clientId === null ? ACTIVE_WITHOUT_APPLICATION : ACTIVE_OF_APPLICATION,
      log: `${here} active subscriptions`,
    });
  }
  const all = byApplication.reduce((sum, row) => sum + row._count, 0);
  if (all < LIMITS.webhookSubscriptionsPerAccount) return;
  throw problem('invalid_state', {
    detail: ACTIVE_OF_ACCOUNT,
    log: `${all} active subscriptions of all applications`,
  });
}

/**
 * Throws `invalid_state` if the user has reached the limit of stored subscriptions through this
 * application, including disabled ones. The detail names the limit. Lock the account first.
 */
export async function requireKeptQuota(tx: Tx, share: SubscriptionShare): Promise<void> {
  const { ownerId, clientId } = share;
  const kept = await tx.webhookSubscription.count({
    where: { ownerId, clientId, state: { not: 'deleted' } },
  });
  if (kept < LIMITS.webhookSubscriptionsKept) return;
  throw problem('invalid_state', { detail: KEPT, log: `${kept} subscriptions exist` });
}

const { webhookSubscriptionsPerApplication: ACTIVE, webhookSubscriptionsKept } = LIMITS;
const { webhookSubscriptionsPerAccount: IN_ALL } = LIMITS;

const ACTIVE_OF_APPLICATION: TextForPeople = {
  en: `This application has ${ACTIVE} active webhook subscriptions for this account, which is the limit. Disable or delete one of them first.`,
  ru: `У этого приложения уже ${ACTIVE} активных подписок на вебхуки для этого аккаунта — это предел. Сначала выключите или удалите одну из них.`,
  de: `Diese Anwendung hat für dieses Konto bereits ${ACTIVE} aktive Webhook-Abonnements, mehr sind nicht möglich. Schalten Sie zuerst eines davon aus oder löschen Sie es.`,
};

const ACTIVE_WITHOUT_APPLICATION: TextForPeople = {
  en: `This account has ${ACTIVE} active webhook subscriptions of its own, which is the limit. Subscriptions of applications do not count. Disable or delete one of yours first.`,
  ru: `У этого аккаунта уже ${ACTIVE} собственных активных подписок на вебхуки — это предел. Подписки приложений не учитываются. Сначала выключите или удалите одну из своих.`,
  de: `Dieses Konto hat bereits ${ACTIVE} eigene aktive Webhook-Abonnements, mehr sind nicht möglich. Abonnements von Anwendungen zählen nicht mit. Schalten Sie zuerst eines davon aus oder löschen Sie es.`,
};

const ACTIVE_OF_ACCOUNT: TextForPeople = {
  en: `This account has ${IN_ALL} active webhook subscriptions through all applications together, which is the limit. Disable or delete some of them first.`,
  ru: `У этого аккаунта уже ${IN_ALL} активных подписок на вебхуки, считая все приложения вместе, — это предел. Сначала выключите или удалите некоторые из них.`,
  de: `Dieses Konto hat über alle Anwendungen zusammen bereits ${IN_ALL} aktive Webhook-Abonnements, mehr sind nicht möglich. Schalten Sie zuerst einige davon aus oder löschen Sie sie.`,
};

const KEPT: TextForPeople = {
  en: `You already have ${webhookSubscriptionsKept} webhook subscriptions, disabled ones included, which is the limit. Delete those that you do not need.`,
  ru: `У вас уже ${webhookSubscriptionsKept} подписок на вебхуки, включая выключенные, — это предел. Удалите те, которые вам не нужны.`,
  de: `Sie haben bereits ${webhookSubscriptionsKept} Webhook-Abonnements, ausgeschaltete mitgezählt; mehr sind nicht möglich. Löschen Sie die, die Sie nicht mehr brauchen.`,
};
