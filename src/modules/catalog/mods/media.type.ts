import { Field, ID, Int, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { MediaKind, MediaManager } from '../../../platform/database/generated/enums.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';

registerEnumType(MediaKind, { name: 'MediaKind' });
registerEnumType(MediaManager, { name: 'MediaManager' });

/** A smaller copy of a picture. */
@ObjectType({ simpleResolvers: true, description: 'A narrower copy of a picture.' })
export class MediaVariant {
  @Field(() => String, { description: 'A permanent URL.' })
  readonly url!: string;

  @Field(() => Int, { description: 'In pixels.' })
  readonly width!: number;

  @Field(() => Int, { description: 'In pixels.' })
  readonly height!: number;

  @Field(() => String)
  readonly contentType!: string;

  @Field(() => Int, { description: 'The size in bytes.' })
  readonly sizeBytes!: number;
}

/** The picture fields that every response has (PublicModMedia). */
@InterfaceType({ description: 'A picture of a mod.' })
export abstract class Picture {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => MediaKind)
  readonly kind!: MediaKind;

  @Field(() => String, { description: 'A permanent URL. Its content never changes.' })
  readonly url!: string;

  @Field(() => String)
  readonly contentType!: string;

  @Field(() => Int, { description: 'In pixels.' })
  readonly width!: number;

  @Field(() => Int, { description: 'In pixels.' })
  readonly height!: number;

  @Field(() => Int, { description: 'The size in bytes.' })
  readonly sizeBytes!: number;

  @Field(() => String, { description: 'Of the picture at `url`, in lower-case hex.' })
  readonly sha256!: string;

  @Field(() => [MediaVariant], {
    description: 'Smaller copies, the narrowest first. Each is narrower than the picture.',
  })
  readonly variants!: readonly MediaVariant[];

  @Field(() => LanguageMap, { description: 'The alternative text by language.' })
  readonly alt!: Texts;

  @Field(() => Int, {
    description:
      'The gallery is in ascending order of positions, which may have gaps. No two gallery pictures of a mod share one. A cover has the position 0.',
  })
  readonly position!: number;

  @Field(() => MediaManager)
  readonly managedBy!: MediaManager;
}

/** A picture in the catalog. */
@ObjectType({ implements: Picture, simpleResolvers: true, description: 'A picture of a mod.' })
export class MediaItem extends Picture {}
