import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { CheckedBy } from '../../../request/checked-by.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { addMediaSchema, updateMediaSchema } from './media.schema.js';

/** The kinds of pictures that a client can send; a fallback cover is generated. */
export enum AddedMediaKind {
  cover = 'cover',
  gallery = 'gallery',
}

/** The manager of a sent picture: a user, or a program that synchronizes it with a source. */
export enum AddedMediaManager {
  uploader = 'uploader',
  importer = 'importer',
}

registerEnumType(AddedMediaKind, { name: 'AddedMediaKind' });
registerEnumType(AddedMediaManager, { name: 'AddedMediaManager' });

/** The metadata of a new picture. */
@InputType()
@CheckedBy(addMediaSchema)
export class AddMediaInput {
  @Field(() => AddedMediaKind, {
    description: 'A mod has one cover: a new one takes the place of the one before.',
  })
  readonly kind!: AddedMediaKind;

  @Field(() => LanguageMap, {
    nullable: true,
    description: 'Text for people who cannot see the picture. Empty if left out.',
  })
  readonly alt?: Texts | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The place in the gallery; behind all others if left out. A picture that has this place, and ' +
      'those right behind it, move back by one. A cover has none.',
  })
  readonly position?: number | null;

  @Field(() => AddedMediaManager, {
    nullable: true,
    description:
      '`importer` where a program brings the picture from elsewhere and may delete it again; ' +
      '`uploader`, a person, if left out.',
  })
  readonly managedBy?: AddedMediaManager | null;
}

/** A change of a picture; omitted members stay. */
@InputType()
@CheckedBy(updateMediaSchema)
export class UpdateMediaInput {
  @Field(() => LanguageMap, { nullable: true })
  readonly alt?: Texts;

  @Field(() => Int, {
    nullable: true,
    description: 'Of a picture of the gallery alone. Others make room as for a new picture.',
  })
  readonly position?: number;
}
