import { Field, ID, Int, ObjectType } from 'type-graphql';
import { ArtifactSource } from '../../../platform/database/generated/enums.js';

/** The store and the scope of a validator. */
@ObjectType({ simpleResolvers: true })
export class DownloadRepresentation {
  @Field(() => String)
  readonly provider!: string;

  @Field(() => String)
  readonly etagScope!: string;

  @Field(() => String, { nullable: true })
  readonly etag!: string | null;

  @Field(() => String, { nullable: true })
  readonly ifMatch!: string | null;
}

/** The second store, if it holds the file. */
@ObjectType({ simpleResolvers: true })
export class DownloadFallback {
  @Field(() => Boolean)
  readonly available!: boolean;

  @Field(() => String, { nullable: true })
  readonly endpoint!: string | null;

  @Field(() => String, { nullable: true })
  readonly url!: string | null;
}

/** The actual capabilities of the store for this file. */
@ObjectType({ simpleResolvers: true })
export class DownloadCapabilities {
  @Field(() => Boolean)
  readonly headSupported!: boolean;

  @Field(() => Boolean)
  readonly rangeSupported!: boolean;

  @Field(() => Boolean)
  readonly conditionalRequests!: boolean;

  @Field(() => [String])
  readonly conditionalHeaders!: readonly string[];
}

/** The provider's URL of an external file (Spec 2.6). */
@ObjectType({ simpleResolvers: true })
export class DownloadTransport {
  @Field(() => ArtifactSource)
  readonly kind!: ArtifactSource;

  @Field(() => String)
  readonly provider!: string;

  @Field(() => ID)
  readonly referenceId!: string;

  @Field(() => Int, { description: 'Increases each time the bytes are verified.' })
  readonly referenceRevision!: number;

  @Field(() => String, { description: 'A short-lived URL of the provider. Do not store it.' })
  readonly url!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;

  @Field(() => Int)
  readonly ttlSeconds!: number;
}
