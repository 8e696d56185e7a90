import { Field, ObjectType } from 'type-graphql';

/** One finding of a scan, in the language of the request. */
@ObjectType({ simpleResolvers: true, description: 'One thing that the scan of an upload found.' })
export class UploadFinding {
  @Field(() => String, { description: 'A stable code.' })
  readonly code!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The entry of the archive; null for the archive as a whole.',
  })
  readonly path!: string | null;

  @Field(() => String, { description: 'The finding, as a text for people.' })
  readonly found!: string;

  @Field(() => String, { description: 'The reason why it matters, for people.' })
  readonly why!: string;

  @Field(() => String, { description: 'The way to fix it, for people.' })
  readonly fix!: string;
}
