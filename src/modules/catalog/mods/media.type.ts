import { Field, ID, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { MediaKind, MediaManager } from '../../../platform/database/generated/enums.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';

registerEnumType(MediaKind, { name: 'MediaKind' });
registerEnumType(MediaManager, { name: 'MediaManager' });

/** A smaller copy of a picture. */
@ObjectType({ simpleResolvers: true, description: 'The same picture, narrower.' })
export class MediaVariant {
  @Field(() => String, { description: 'Permanent, as that of the picture.' })
  readonly url!: string;

  @Field(() => Int)
  readonly width!: number;

  @Field(() => Int)
  readonly height!: number;

  @Field(() => String)
  readonly contentType!: string;

  @Field(() => Int)
  readonly sizeBytes!: number;
}

/** The picture fields that every response has (PublicModMedia). */
@InterfaceType({ description: 'A picture of a mod.' })
export abstract class Picture {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => MediaKind)
  readonly kind!: MediaKind;

  @Field(() => String, { description: 'Permanent: what it names never changes.' })
  readonly url!: string;

  @Field(() => String)
  readonly contentType!: string;

  @Field(() => Int)
  readonly width!: number;

  @Field(() => Int)
  readonly height!: number;

  @Field(() => Int)
  readonly sizeBytes!: number;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => [MediaVariant], {
    description: 'Smaller copies, the narrowest first; none that would be as wide as the picture.',
  })
  readonly variants!: readonly MediaVariant[];

  @Field(() => LanguageMap)
  readonly alt!: Texts;

  @Field(() => Int, { description: 'Its place in the gallery; several may have the same one.' })
  readonly position!: number;

  @Field(() => MediaManager)
  readonly managedBy!: MediaManager;
}

/** A picture in the catalog. */
@ObjectType({ implements: Picture, simpleResolvers: true, description: 'A picture of a mod.' })
export class MediaItem extends Picture {}
