import { Field, ID, Int, ObjectType } from 'type-graphql';
import { JsonObject, SafeInt } from '../../../../request/scalars.js';

/** A signed request to the object store, for one part. It needs no other credential. */
@ObjectType({ simpleResolvers: true })
export class SignedPart {
  @Field(() => Int, { description: 'The number of the part, from 1.' })
  readonly partNumber!: number;

  @Field(() => String, { description: 'The HTTP method of the request.' })
  readonly method!: string;

  @Field(() => String, {
    description: 'The signed address of the part. It needs no other credential. Do not store it.',
  })
  readonly url!: string;

  @Field(() => JsonObject, { description: 'Send these headers exactly as given.' })
  readonly headers!: Readonly<Record<string, string>>;

  @Field(() => SafeInt, { description: 'The exact size of the part in bytes.' })
  readonly sizeBytes!: number;

  @Field(() => Date, { description: 'When the address expires. Sign the part again afterwards.' })
  readonly expiresAt!: Date;
}

/**
 * Instructions to send the bytes. A single PUT has `method`, `url`, `headers` and `expiresAt`; an
 * upload in parts has only the other members.
 */
@ObjectType({ simpleResolvers: true })
export class UploadInstructions {
  @Field(() => String, {
    nullable: true,
    description: 'The HTTP method. Only for the strategy `single`.',
  })
  readonly method?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The signed address of the whole file. It needs no other credential. Do not store it. Only for `single`.',
  })
  readonly url?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Send these headers exactly as given. Only for `single`.',
  })
  readonly headers?: Readonly<Record<string, string>> | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When the address expires. Only for `single`; each signed part has its own expiry.',
  })
  readonly expiresAt?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The size in bytes of each part except the last one, which has the rest. Only for `multipart`.',
  })
  readonly partSizeBytes?: number | null;

  @Field(() => Int, { nullable: true, description: 'The number of parts. Only for `multipart`.' })
  readonly totalParts?: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The highest number of parts that may be signed and not yet received. Only for `multipart`.',
  })
  readonly concurrency?: number | null;

  @Field(() => [SignedPart], {
    nullable: true,
    description:
      'The first parts, signed. Sign further ones as these arrive. Only for `multipart`.',
  })
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

  @Field(() => [SignedPart], { description: 'The requested parts with new signed addresses.' })
  readonly parts!: readonly SignedPart[];
}
