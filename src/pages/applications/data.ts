import { z } from 'zod';
import { LIMITS } from '../../registry/limits.js';
import { listOf, moment, type PageKit, type Visit } from '../kit/index.js';

const app = z.object({
  id: z.string(),
  clientId: z.string(),
  kind: z.enum(['public', 'confidential']),
  name: z.string(),
  redirectUris: z.array(z.string()),
  scopes: z.array(z.string()),
  approvedScopes: z.array(z.string()),
  unreviewedScopes: z.array(z.string()),
  review: z.enum(['none', 'pending', 'approved', 'rejected']),
  reviewNote: z.string().nullable(),
  secretHint: z.string().nullable(),
  secretAt: moment.nullable(),
  disabledAt: moment.nullable(),
  createdAt: moment,
  etag: z.string(),
  owner: z.object({ id: z.string(), username: z.string() }).nullish(),
});

const appGrant = z.object({
  id: z.string(),
  appName: z.string(),
  scopes: z.array(z.string()),
  disabledAt: moment.nullable(),
  createdAt: moment,
});

const withSecret = z.object({ app, secret: z.string() });
const ownApps = z.object({ myApps: listOf(app) });
const oneApp = z.object({ app });
const underReview = z.object({ appsUnderReview: listOf(app) });
const appGrants = z.object({ myAppGrants: listOf(appGrant) });
// A public application has no secret.
const registered = z.object({ registerApp: withSecret.or(z.object({ app, secret: z.null() })) });
const rotated = z.object({ rotateAppSecret: withSecret });

/**
 * An application as shown on its pages. `unreviewedScopes` are the requested scopes that still need
 * a review, even if the owner has not submitted it. `secretHint` is the beginning of the secret.
 */
export type ShownApp = z.output<typeof app>;

/** An application with its secret, which is shown once. */
export type ShownSecret = z.output<typeof withSecret>;

/** A user's approval of an application. `disabledAt` is when the application was disabled. */
export type ShownAppGrant = z.output<typeof appGrant>;

/** One page of a list. */
export interface ShownPage<T> {
  readonly items: readonly T[];
  /** `nextCursor` is null on the last page. */
  readonly pagination: { readonly nextCursor: string | null };
}

/** The submitted values of an application's form. */
export interface AppValues {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
}

/** All applications of the visitor. They fit on one page, because their number is limited. */
export async function readOwnApps(kit: PageKit, { ctx }: Visit): Promise<ShownPage<ShownApp>> {
  return ownApps.parse(await kit.run(ctx, 'pageOwnApps', { limit: LIMITS.appsPerUser })).myApps;
}

/**
 * An application of the visitor, or any application for an admin with a recent second factor.
 * Throws `not_found`, `gone`.
 */
export async function readApp(kit: PageKit, { ctx }: Visit, id: string): Promise<ShownApp> {
  return oneApp.parse(await kit.run(ctx, 'pageApp', { id })).app;
}

/**
 * One page of the applications of all users that wait for a review, the oldest first, for admins.
 */
export async function readUnderReview(
  kit: PageKit,
  { ctx }: Visit,
  cursor: string | null,
): Promise<ShownPage<ShownApp>> {
  return underReview.parse(await kit.run(ctx, 'pageAppsUnderReview', { cursor })).appsUnderReview;
}

/** One page of the visitor's approvals of applications. */
export async function readAppGrants(
  kit: PageKit,
  { ctx }: Visit,
  cursor: string | null,
): Promise<ShownPage<ShownAppGrant>> {
  return appGrants.parse(await kit.run(ctx, 'pageAppGrants', { cursor })).myAppGrants;
}

/**
 * Registers an application of the visitor. A confidential one needs a recent second factor. The
 * secret of a public one is null.
 */
export async function registerApp(
  kit: PageKit,
  { ctx }: Visit,
  input: AppValues & { readonly kind: ShownApp['kind'] },
): Promise<z.output<typeof registered>['registerApp']> {
  return registered.parse(await kit.run(ctx, 'pageRegisterApp', { input })).registerApp;
}

/**
 * Replaces the secret of an application. The old one and all refresh tokens end at once. Throws
 * `precondition_failed` for an outdated ETag.
 */
export async function rotateSecret(
  kit: PageKit,
  { ctx }: Visit,
  app: { readonly id: string; readonly etag: string },
): Promise<ShownSecret> {
  return rotated.parse(await kit.run(ctx, 'pageRotateAppSecret', app)).rotateAppSecret;
}
