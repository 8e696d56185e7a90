import { Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { problem } from '../../../registry/errors.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { Scoped } from '../../../request/scoped.js';
import { Entitlement, EntitlementArgs, GrantEntitlementArgs } from './entitlement.type.js';
import { grantEntitlement } from './grant-entitlement.js';
import { revokeEntitlement } from './revoke-entitlement.js';

/**
 * Mutations for the rights to paid and restricted files. Operators use the same verbs, without
 * these access checks.
 */
@Resolver()
export class EntitlementsResolver {
  @Mutation(() => Entitlement, {
    description: 'Grants an entitlement. An existing one gets the new expiry. For admins.',
  })
  @Scoped('required')
  async grantEntitlement(
    @Ctx() ctx: RequestContext,
    @Args(() => GrantEntitlementArgs) { expiresAt = null, ...right }: GrantEntitlementArgs,
  ): Promise<Entitlement> {
    requireOthersRight(ctx, right.userId);
    return grantEntitlement(ctx, { ...right, expiresAt });
  }

  @Mutation(() => Entitlement, {
    description: 'Revokes an entitlement. `not_found` if the user does not have it. For admins.',
  })
  @Scoped('required')
  async revokeEntitlement(
    @Ctx() ctx: RequestContext,
    @Args(() => EntitlementArgs) right: EntitlementArgs,
  ): Promise<Entitlement> {
    requireOthersRight(ctx, right.userId);
    return revokeEntitlement(ctx, right);
  }
}

/** Requires an admin, and that the right belongs to another account. Throws `forbidden`. */
function requireOthersRight(ctx: RequestContext, userId: string): void {
  const viewer = requireAdmin(ctx);
  if (viewer.userId !== userId.toLowerCase()) return;
  throw problem('forbidden', { log: 'a staff decision about an own right' });
}
