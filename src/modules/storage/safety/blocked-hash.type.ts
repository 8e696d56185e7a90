import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { PageArgs } from '../../../request/page.args.js';
import { pageType } from '../../../request/page.type.js';
import { SafeInt } from '../../../request/scalars.js';

/** Bytes on the blocklist. */
@ObjectType({ simpleResolvers: true, description: 'Bytes that the service refuses.' })
export class BlockedHash {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Null if unknown. In that case, only whole uploads are compared.',
  })
  readonly sizeBytes!: number | null;

  @Field(() => String, { description: 'Findings have the name `Blocked.` followed by this name.' })
  readonly name!: string;

  @Field(() => String, { nullable: true })
  readonly note!: string | null;

  @Field(() => ID)
  readonly createdById!: string;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => ID, { nullable: true })
  readonly removedById!: string | null;

  @Field(() => Date, { nullable: true })
  readonly removedAt!: Date | null;
}

/** One page of the blocklist. */
export const BlockedHashPage = pageType('BlockedHashPage', () => BlockedHash);

/** Bytes to block. */
@InputType()
export class BlockHashInput {
  @Field(() => String, { description: '64 hex digits.' })
  readonly sha256!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'If set, files inside archives are compared too.',
  })
  readonly sizeBytes?: number | null;

  @Field(() => String, { description: 'Letters, digits, dots, underscores and hyphens.' })
  readonly name!: string;

  @Field(() => String, { nullable: true })
  readonly note?: string | null;
}

/** Filters of the blocklist. */
@ArgsType()
export class BlockedHashListArgs extends PageArgs {
  @Field(() => String, { nullable: true, description: '64 hex digits.' })
  readonly sha256?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether to include removed entries.' })
  readonly includeRemoved?: boolean | null;
}
