import { Field, ID, ObjectType } from 'type-graphql';
import { ReleaseChannel } from '../../../platform/database/generated/enums.js';

/** A version that the request pins. */
@ObjectType({ simpleResolvers: true })
export class PlanVersionSelector {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ID)
  readonly versionId!: string;
}

/** The normalized request: sorted, without duplicates, with defaults. */
@ObjectType({ simpleResolvers: true })
export class PlanRequest {
  @Field(() => String)
  readonly gameSlug!: string;

  @Field(() => String, { nullable: true })
  readonly gameVersion!: string | null;

  @Field(() => String, { nullable: true })
  readonly platform!: string | null;

  @Field(() => String, { nullable: true })
  readonly loader!: string | null;

  @Field(() => ReleaseChannel)
  readonly releaseChannel!: ReleaseChannel;

  @Field(() => [ID])
  readonly modIds!: readonly string[];

  @Field(() => [PlanVersionSelector])
  readonly versions!: readonly PlanVersionSelector[];

  @Field(() => [ID])
  readonly artifacts!: readonly string[];

  @Field(() => Boolean)
  readonly includeOptional!: boolean;
}
