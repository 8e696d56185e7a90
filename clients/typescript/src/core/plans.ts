import type { paths } from '../generated/api.js';
import type { Client } from './client.js';
import type { BodyOf, Schema } from './operations.js';
import type { CallOptions } from './transport.js';

/** The request of a plan: a game, and at least one mod, version or artifact. */
export type PlanRequest = Schema<'InstallPlanInput'>;

/**
 * The files to install, in order, or the reason why no solution exists (section 2.7 of
 * `docs/contract`).
 */
export type Plan = BodyOf<paths['/install-plans:resolve'], 'post'>['data'];

/**
 * A file of a plan, with its mod and version. `embedded_in` is null for a file to download;
 * otherwise another file contains it.
 */
export type PlanItem = Plan['items'][number];

/** The request of an update check: a game, and up to 1,000 installed files. */
export type UpdateRequest = Schema<'UpdateCheckInput'>;

/**
 * The state of one installed file. `installed` is null if the service does not know the file.
 * `latest` is the file that a plan for its mod alone would install, even if it is not newer, or
 * null.
 */
export type Update = BodyOf<paths['/beta/updates:check'], 'post'>['data']['items'][number];

/**
 * Resolves an install plan. A plan without a solution is a result, not an error: see its `status`.
 * Throws the errors of `client.post`.
 */
export async function plan(
  client: Client,
  request: PlanRequest,
  call: CallOptions = {},
): Promise<Plan> {
  const { body } = await client.post('/install-plans:resolve', { ...call, body: request });
  return body.data;
}

/** The items of a plan that have a file to download, in the order of installation. */
export function downloadsOf({ items }: Plan): readonly PlanItem[] {
  return items.filter((item) => item.embedded_in === null);
}

/**
 * Returns the state of each installed file, in the order of the request. Beta. Throws the errors of
 * `client.post`.
 */
export async function updates(
  client: Client,
  request: UpdateRequest,
  call: CallOptions = {},
): Promise<readonly Update[]> {
  const { body } = await client.post('/beta/updates:check', { ...call, body: request });
  return body.data.items;
}
