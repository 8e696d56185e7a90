import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';
import { someTextsOf } from '../../../request/texts.js';

const alt = someTextsOf(z.string().trim().min(1).max(LIMITS.altTextCharacters));

const position = z.int().min(0).max(LIMITS.mediaPosition);

/** The schema of a new picture's metadata. */
export const addMediaSchema = z.object({
  kind: z.enum(['cover', 'gallery']),
  alt: alt.nullish(),
  position: position.nullish(),
  managedBy: z.enum(['uploader', 'importer']).nullish(),
});

/** The schema of a change of a picture. */
export const updateMediaSchema = z.object({
  alt: alt.optional(),
  position: position.optional(),
});

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
    description: 'A mod has one cover. A new cover replaces the previous one.',
  })
  readonly kind!: AddedMediaKind;

  @Field(() => LanguageMap, {
    nullable: true,
    description: 'Alternative text for people who cannot see the picture. Empty if omitted.',
  })
  readonly alt?: Texts | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The position in the gallery; the last one if omitted. The picture at this position and those directly after it move back by one. A cover has no position.',
  })
  readonly position?: number | null;

  @Field(() => AddedMediaManager, {
    nullable: true,
    description:
      '`importer` if a program imports the picture and may delete it again. `uploader` (a person) if omitted.',
  })
  readonly managedBy?: AddedMediaManager | null;
}

/** A change of a picture; omitted members stay, and null is refused. */
@InputType()
@CheckedBy(updateMediaSchema)
export class UpdateMediaInput {
  @Field(() => LanguageMap, { nullable: true })
  readonly alt?: Texts;

  @Field(() => Int, {
    nullable: true,
    description: 'Only for a gallery picture. Other pictures move as for a new picture.',
  })
  readonly position?: number;
}
