import { Field, InputType } from 'type-graphql';
import { ReleaseChannel } from '../../../platform/database/generated/enums.js';

/** Where files are to be installed, as a client tells it. */
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
    description: 'The least stable channel that is accepted; `release` if left out.',
  })
  readonly releaseChannel?: ReleaseChannel | null;
}
