import { Extensions, Field, ID, InputType } from 'type-graphql';
import { ANY_HASH_PATTERN } from '../../../registry/hashes.js';
import { LIMITS } from '../../../registry/limits.js';
import { SurroundingsInput } from './surroundings.input.js';

/** A file that lies in a folder: named by its id where that is known, else by its bytes. */
@InputType({ description: 'Exactly one of both.' })
@Extensions({ exactlyOneOf: ['artifactId', 'hash'] })
export class InstalledFileInput {
  @Field(() => ID, { nullable: true })
  readonly artifactId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'SHA-256, SHA-512 or SHA-1 over the whole file, in hex; its length tells which.',
  })
  @Extensions({ jsonSchema: { pattern: ANY_HASH_PATTERN } })
  readonly hash?: string | null;
}

/** What is installed, and where. */
@InputType()
export class UpdateCheckInput extends SurroundingsInput {
  @Field(() => [InstalledFileInput])
  @Extensions({ jsonSchema: { minItems: 1, maxItems: LIMITS.lookupItems } })
  readonly items!: readonly InstalledFileInput[];
}
