import { ArgsType, Field, ID, InputType, ObjectType } from 'type-graphql';
import { PageArgs } from '../../../request/page.args.js';
import { pageType } from '../../../request/page.type.js';
import { SafeInt } from '../../../request/scalars.js';

/** Bytes on the blocklist. */
@ObjectType({ simpleResolvers: true, description: 'Bytes that are not wanted here.' })
export class BlockedHash {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Null where it is not known: then only whole uploads are compared.',
  })
  readonly sizeBytes!: number | null;

  @Field(() => String, { description: 'What is found is called `Blocked.` and this.' })
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
    description: 'With it, files within archives are compared as well.',
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

  @Field(() => Boolean, { nullable: true, description: 'Removed entries as well.' })
  readonly includeRemoved?: boolean | null;
}
