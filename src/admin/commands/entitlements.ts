import { grantEntitlement, type Right, revokeEntitlement } from '../../modules/delivery/index.js';
import { userIdOf } from '../../modules/identity/index.js';
import { command } from '../command.js';
import { CommandError } from '../command-error.js';
import { moment, optional, required, toggle, type Values } from '../flags.js';

const RIGHT = { subscriber: toggle, mod: optional('ID'), artifact: optional('ID') };
const WHAT = { username: required('U'), ...RIGHT };

/**
 * `entitlement grant`: an existing entitlement gets the new expiry; without one it never expires.
 */
export const entitlementGrant = command(
  { ...WHAT, 'expires-at': moment('T') },
  async (ctx, { username, 'expires-at': expiresAt, ...flags }) => {
    const right = rightOf(flags);
    const userId = await userIdOf(ctx, username);
    const { id } = await grantEntitlement(ctx, { userId, ...right, expiresAt });
    return { entitlement_id: id };
  },
);

/** `entitlement revoke` */
export const entitlementRevoke = command(WHAT, async (ctx, { username, ...flags }) => {
  const right = rightOf(flags);
  const { id } = await revokeEntitlement(ctx, { userId: await userIdOf(ctx, username), ...right });
  return { entitlement_id: id };
});

function rightOf({ subscriber, mod, artifact }: Values<typeof RIGHT>): Right {
  const given: Right[] = [];
  if (subscriber) given.push({ kind: 'subscriber' });
  if (mod !== undefined) given.push({ kind: 'mod', resourceId: mod });
  if (artifact !== undefined) given.push({ kind: 'artifact', resourceId: artifact });
  const [right, ...others] = given;
  if (right && others.length === 0) return right;
  throw new CommandError('exactly one of --subscriber, --mod and --artifact is needed');
}
