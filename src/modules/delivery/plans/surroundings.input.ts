import { Field, InputType } from 'type-graphql';
import { ReleaseChannel } from '../../../platform/database/generated/enums.js';

/** The client's game, platform and filters. */
@InputType()
export abstract class SurroundingsInput {
  @Field(() => String)
  readonly gameSlug!: string;

  @Field(() => String, { nullable: true })
  readonly gameVersion?: string | null;

  @Field(() => String, { nullable: true })
  readonly platform?: string | null;

  @Field(() => String, { nullable: true })
  readonly loader?: string | null;

  @Field(() => ReleaseChannel, {
    nullable: true,
    description: 'The least stable channel to accept. `release` if omitted.',
  })
  readonly releaseChannel?: ReleaseChannel | null;
}
