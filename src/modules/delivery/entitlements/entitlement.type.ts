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

  @Field(() => Date, { nullable: true, description: 'Null if it does not expire.' })
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
export class GrantEntitlementArgs extends EntitlementArgs {
  @Field(() => Date, { nullable: true, description: 'Does not expire if omitted.' })
  readonly expiresAt?: Date | null;
}
