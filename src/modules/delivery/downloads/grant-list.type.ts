import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { GrantState } from '../../../platform/database/generated/enums.js';
import { PageArgs } from '../../../request/page.args.js';
import { pageType } from '../../../request/page.type.js';
import { SafeInt } from '../../../request/scalars.js';

registerEnumType(GrantState, { name: 'GrantState' });

/**
 * A past or current grant for its holder. It contains nothing that could be used for a download.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'The right to download one file. It contains no secret.',
})
export class DownloadGrant {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly artifactId!: string;

  @Field(() => GrantState)
  readonly status!: GrantState;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => SafeInt, { description: 'As reported by the client.' })
  readonly bytesReceived!: number;

  @Field(() => Date, {
    description: 'The expiry. For a waiting download, when the service drops it.',
  })
  readonly expiresAt!: Date;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => Date)
  readonly updatedAt!: Date;
}

/** One page of grants. */
export const DownloadGrantPage = pageType('DownloadGrantPage', () => DownloadGrant);

/** The filters of grant lists. */
@ArgsType()
export class GrantListArgs extends PageArgs {
  @Field(() => ID, { nullable: true })
  readonly artifactId?: string | null;

  @Field(() => GrantState, { nullable: true })
  readonly status?: GrantState | null;

  @Field(() => Date, { nullable: true, description: 'Exclusive.' })
  readonly expiresAfter?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Exclusive.' })
  readonly expiresBefore?: Date | null;
}
