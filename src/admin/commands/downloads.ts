import { recountDownloads } from '../../modules/catalog/index.js';
import {
  type DownloadRight,
  grantEntitlement,
  revokeEntitlement,
} from '../../modules/delivery/index.js';
import { userIdOf } from '../../modules/identity/index.js';
import { lowerCaseId } from '../../request/ids.js';
import { audit } from '../../request/outbox.js';
import { command } from '../command.js';
import { moment, optional, required, toggle, UsageError, type Values } from '../flags.js';

/**
 * `downloads recount`: recomputes the download counts of the last `downloadRecountSeconds` and the
 * totals, and reports how many were wrong. Older days stay as they are. Writes a line of the audit
 * log.
 */
export const downloadsRecount = command({}, async (ctx) => {
  const { mods, changed } = await recountDownloads(ctx.platform);
  const recounted = { mods, changed: { ...changed } };
  const entry = { action: 'downloads.recounted', targetKind: 'downloads', targetId: null };
  await audit(ctx.platform.db, ctx, { ...entry, data: recounted });
  return recounted;
});

/** The flags that name the right of an entitlement. Exactly one is needed. */
const RIGHT_FLAGS = { subscriber: toggle, mod: optional('ID'), artifact: optional('ID') };
const ENTITLEMENT_FLAGS = { username: required('U'), ...RIGHT_FLAGS };

/**
 * `entitlement grant`: gives a user a right to downloads. An existing entitlement gets the new
 * expiry. Without `--expires-at`, it never expires. Writes an audit line, unless the expiry is the
 * same. Throws `invalid_input` for an expiry in the past, and `not_found` or `gone` for the mod or
 * the artifact.
 */
export const entitlementGrant = command(
  { ...ENTITLEMENT_FLAGS, 'expires-at': moment('T') },
  async (ctx, { username, 'expires-at': expiresAt, ...flags }) => {
    const right = rightOf(flags);
    const userId = await userIdOf(ctx, username);
    const { id } = await grantEntitlement(ctx, { userId, ...right, expiresAt });
    return { entitlement_id: id };
  },
);

/**
 * `entitlement revoke`: ends the entitlement from the user's next request, and writes an audit
 * line. Throws `not_found` without an entitlement or after its end.
 */
export const entitlementRevoke = command(ENTITLEMENT_FLAGS, async (ctx, { username, ...flags }) => {
  const right = rightOf(flags);
  const { id } = await revokeEntitlement(ctx, { userId: await userIdOf(ctx, username), ...right });
  return { entitlement_id: id };
});

function rightOf({ subscriber, mod, artifact }: Values<typeof RIGHT_FLAGS>): DownloadRight {
  const given: DownloadRight[] = [];
  if (subscriber) given.push({ kind: 'subscriber' });
  if (mod !== undefined) given.push({ kind: 'mod', resourceId: lowerCaseId(mod) });
  if (artifact !== undefined) given.push({ kind: 'artifact', resourceId: lowerCaseId(artifact) });
  const [right, ...others] = given;
  if (right && others.length === 0) return right;
  throw new UsageError('exactly one of --subscriber, --mod and --artifact is needed');
}
