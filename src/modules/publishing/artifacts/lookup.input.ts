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
      'SHA-256, SHA-512 or SHA-1 over the whole file, in hex of either case. ' +
      'One that is sent twice is answered twice.',
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
    description: 'The one of all hashes. Left out, the length of each tells which it is.',
  })
  readonly algorithm?: DigestAlgorithm | null;
}
