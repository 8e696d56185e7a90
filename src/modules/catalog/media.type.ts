import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { MediaKind, MediaManager } from '../../platform/database/generated/enums.js';
import { LanguageMap, type Texts } from '../../request/scalars.js';

registerEnumType(MediaKind, { name: 'MediaKind' });
registerEnumType(MediaManager, { name: 'MediaManager' });

/** A picture of a mod (PublicModMedia). */
@ObjectType({ simpleResolvers: true, description: 'A picture of a mod.' })
export class MediaItem {
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

  @Field(() => LanguageMap)
  readonly alt!: Texts;

  @Field(() => Int)
  readonly position!: number;

  @Field(() => MediaManager)
  readonly managedBy!: MediaManager;
}
