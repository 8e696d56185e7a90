import { Field, ID, Int, ObjectType } from 'type-graphql';
import { JsonObject, SafeInt } from '../../../../request/scalars.js';

/** A signed request to the object store, for one part. It needs no other credential. */
@ObjectType({ simpleResolvers: true })
export class SignedPart {
  @Field(() => Int)
  readonly partNumber!: number;

  @Field(() => String)
  readonly method!: string;

  @Field(() => String)
  readonly url!: string;

  @Field(() => JsonObject, { description: 'Send these headers exactly as given.' })
  readonly headers!: Readonly<Record<string, string>>;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => Date)
  readonly expiresAt!: Date;
}

/**
 * Instructions to send the bytes. A single PUT has `method`, `url`, `headers` and `expiresAt`; an
 * upload in parts has only the other members.
 */
@ObjectType({ simpleResolvers: true })
export class UploadInstructions {
  @Field(() => String, { nullable: true })
  readonly method?: string | null;

  @Field(() => String, { nullable: true })
  readonly url?: string | null;

  @Field(() => JsonObject, { nullable: true })
  readonly headers?: Readonly<Record<string, string>> | null;

  @Field(() => Date, { nullable: true })
  readonly expiresAt?: Date | null;

  @Field(() => Int, { nullable: true })
  readonly partSizeBytes?: number | null;

  @Field(() => Int, { nullable: true })
  readonly totalParts?: number | null;

  @Field(() => Int, { nullable: true, description: 'The number of parts that may be in flight.' })
  readonly concurrency?: number | null;

  @Field(() => [SignedPart], { nullable: true })
  readonly parts?: readonly SignedPart[] | null;
}

/** Newly signed parts. */
@ObjectType({ simpleResolvers: true })
export class SignedParts {
  @Field(() => ID)
  readonly uploadId!: string;

  @Field(() => String, {
    description: 'An id for support requests. It is not a secret and grants no access.',
  })
  readonly supportCorrelationId!: string;

  @Field(() => [SignedPart])
  readonly parts!: readonly SignedPart[];
}
