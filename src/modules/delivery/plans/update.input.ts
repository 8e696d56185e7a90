import { Extensions, Field, ID, InputType } from 'type-graphql';
import { ANY_HASH_PATTERN } from '../../../registry/hashes.js';
import { LIMITS } from '../../../registry/limits.js';
import { SurroundingsInput } from './surroundings.input.js';

/** An installed file, named by its artifact id or else by its digest. */
@InputType({ description: 'Exactly one of the two members.' })
@Extensions({ exactlyOneOf: ['artifactId', 'hash'] })
export class InstalledFileInput {
  @Field(() => ID, { nullable: true })
  readonly artifactId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256, SHA-512 or SHA-1 of the whole file, in hex. The length decides which.',
  })
  @Extensions({ jsonSchema: { pattern: ANY_HASH_PATTERN } })
  readonly hash?: string | null;
}

/** The installed files and the filters. */
@InputType()
export class UpdateCheckInput extends SurroundingsInput {
  @Field(() => [InstalledFileInput])
  @Extensions({ jsonSchema: { minItems: 1, maxItems: LIMITS.lookupItems } })
  readonly items!: readonly InstalledFileInput[];
}
