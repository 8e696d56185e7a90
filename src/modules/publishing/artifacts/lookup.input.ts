import { Extensions, Field, InputType, registerEnumType } from 'type-graphql';
import { ANY_HASH_PATTERN } from '../../../registry/hashes.js';
import { LIMITS } from '../../../registry/limits.js';
import { DigestAlgorithm } from './digest.js';

registerEnumType(DigestAlgorithm, { name: 'DigestAlgorithm' });

/** The digests of a file look-up. */
@InputType()
export class ArtifactLookupInput {
  @Field(() => [String], {
    description:
      'SHA-256, SHA-512 or SHA-1 of the whole file, in upper-case or lower-case hex. A repeated hash gets a repeated result.',
  })
  @Extensions({
    jsonSchema: {
      ...{ minItems: 1, maxItems: LIMITS.lookupItems },
      items: { pattern: ANY_HASH_PATTERN },
    },
  })
  readonly hashes!: readonly string[];

  @Field(() => DigestAlgorithm, {
    nullable: true,
    description: 'The algorithm of all hashes. If omitted, the length of each hash decides.',
  })
  readonly algorithm?: DigestAlgorithm | null;
}
