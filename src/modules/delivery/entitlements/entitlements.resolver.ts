import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  ID,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  registerEnumType,
} from 'type-graphql';
import { EntitlementKind } from '../../../platform/database/generated/enums.js';
import { requireAdmin } from '../../../request/authorize.js';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import { type Page, PageArgs } from '../../../request/page.js';
import { conflictOfInterest } from '../../../request/refusals.js';
import { Scoped } from '../../../request/scoped.js';
import { grantEntitlement, revokeEntitlement } from './change-entitlements.js';
import { type EntitledPerson, EntitledPersonPage, listEntitled } from './list-entitled.js';

registerEnumType(EntitlementKind, { name: 'EntitlementKind' });

/**
 * A right to download restricted or paid files (Spec 4.2). `resourceId` is null for a subscriber,
 * and `revokedAt` unless it was revoked.
 */
@ObjectType({ simpleResolvers: true })
class Entitlement {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly userId!: string;

  @Field(() => EntitlementKind)
  readonly kind!: EntitlementKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The mod or the artifact. Null for a subscriber.',
  })
  readonly resourceId!: string | null;

  @Field(() => Date, { nullable: true, description: 'Null if it does not expire.' })
  readonly expiresAt!: Date | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the right was revoked. Null if it was not.',
  })
  readonly revokedAt!: Date | null;
}

/** The account and the right. */
@ArgsType()
class EntitlementArgs {
  @Field(() => ID)
  readonly userId!: string;

  @Field(() => EntitlementKind, {
    description:
      '`subscriber` covers everything paid. The other kinds cover one restricted mod or artifact.',
  })
  readonly kind!: EntitlementKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The mod or the artifact. Omit it for a subscriber.',
  })
  readonly resourceId?: string | null;
}

/** A right to grant. */
@ArgsType()
class GrantEntitlementArgs extends EntitlementArgs {
  @Field(() => Date, { nullable: true, description: 'Does not expire if omitted.' })
  readonly expiresAt?: Date | null;
}

/**
 * The rights to paid and restricted files. Operators use the same verbs to change them, without
 * these access checks.
 */
@Resolver()
export class EntitlementsResolver {
  @Query(() => EntitledPersonPage, {
    description:
      'The users who are entitled to a mod or to one of its files, the newest first. For owners of the mod.',
  })
  @Scoped('required', 'teams:admin')
  @Reads('team')
  listModEntitlements(
    @Ctx() ctx: RequestContext,
    @Arg('modId', () => ID) modId: string,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Page<EntitledPerson>> {
    return listEntitled(ctx, modId, page);
  }

  @Mutation(() => Entitlement, {
    description: 'Grants an entitlement. An existing one gets the new expiry. For admins.',
  })
  @Scoped('required')
  @Writes('admin', 'user', 'userId')
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
  @Writes('admin', 'user', 'userId')
  async revokeEntitlement(
    @Ctx() ctx: RequestContext,
    @Args(() => EntitlementArgs) right: EntitlementArgs,
  ): Promise<Entitlement> {
    requireOthersRight(ctx, right.userId);
    return revokeEntitlement(ctx, right);
  }
}

/**
 * Requires an admin, and that the right belongs to another account: staff do not decide about
 * themselves. Throws `forbidden` and the other errors of `requireAdmin`.
 */
function requireOthersRight(ctx: RequestContext, userId: string): void {
  const viewer = requireAdmin(ctx);
  if (viewer.userId !== userId.toLowerCase()) return;
  throw conflictOfInterest('a staff decision about an own right');
}
