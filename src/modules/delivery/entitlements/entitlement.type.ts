import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { EntitlementKind } from '../../../platform/database/generated/enums.js';

registerEnumType(EntitlementKind, { name: 'EntitlementKind' });

/** A right to download restricted or paid files (Spec 4.2). */
@ObjectType({ simpleResolvers: true })
export class Entitlement {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly userId!: string;

  @Field(() => EntitlementKind)
  readonly kind!: EntitlementKind;

  @Field(() => ID, { nullable: true, description: 'The mod or the artifact.' })
  readonly resourceId!: string | null;

  @Field(() => Date, { nullable: true, description: 'Null where it does not end by itself.' })
  readonly expiresAt!: Date | null;

  @Field(() => Date, { nullable: true })
  readonly revokedAt!: Date | null;
}

/** The account and the right. */
@ArgsType()
export class EntitlementArgs {
  @Field(() => ID)
  readonly userId!: string;

  @Field(() => EntitlementKind, {
    description: 'A subscriber may have what is paid; the others, what is restricted of a thing.',
  })
  readonly kind!: EntitlementKind;

  @Field(() => ID, {
    nullable: true,
    description: 'The mod or the artifact; none for a subscriber.',
  })
  readonly resourceId?: string | null;
}

/** A right to grant. */
@ArgsType()
export class GrantEntitlementArgs extends EntitlementArgs {
  @Field(() => Date, { nullable: true, description: 'Never where it is left out.' })
  readonly expiresAt?: Date | null;
}
