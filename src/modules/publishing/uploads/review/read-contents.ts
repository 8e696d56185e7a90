import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ContainedFile } from '../../../../archives/file-list.js';
import type { RequestContext } from '../../../../request/context.js';
import { SafeInt } from '../../../../request/scalars.js';
import { filesOfStored } from '../scan/store-contents.js';
import { readReview } from './read-reviews.js';

/** The difference of a file from the file at the same path of the previous version. */
const FileChange = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  unchanged: 'unchanged',
} as const;

type FileChange = keyof typeof FileChange;

registerEnumType(FileChange, {
  name: 'FileChange',
  description: 'The difference from the file at the same path of the previous version.',
});

/** A file of an archive under review, or a `removed` file of the previous version. */
@ObjectType({ simpleResolvers: true })
class ReviewedFile {
  @Field(() => String, { description: 'A nested archive counts as a folder.' })
  readonly path!: string;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => FileChange, { nullable: true, description: 'Null if it is unknown.' })
  readonly change!: FileChange | null;
}

/** The upload of an earlier version, with which the files are compared. */
@ObjectType({ simpleResolvers: true })
class PreviousUpload {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly versionId!: string;

  @Field(() => String)
  readonly version!: string;
}

/** The files of an archive under review, compared with the previous version. */
@ObjectType({ simpleResolvers: true, description: 'The files of an upload, for moderators.' })
export class ReviewedContents {
  @Field(() => Int, { description: 'The number of all files, also of those that are not listed.' })
  readonly count!: number;

  @Field(() => Boolean, { description: 'Whether the list has all files of the archive.' })
  readonly isComplete!: boolean;

  @Field(() => [ReviewedFile], {
    description: 'Ordered by path, with the files of the previous version that are gone.',
  })
  readonly files!: readonly ReviewedFile[];

  @Field(() => PreviousUpload, {
    nullable: true,
    description: 'The previous version; null if the service knows no files of an earlier one.',
  })
  readonly previous!: PreviousUpload | null;
}

/** The known files of one archive. */
interface Known {
  readonly files: readonly ContainedFile[];
  readonly isComplete: boolean;
}

interface PreviousRow {
  readonly id: string;
  readonly versionId: string;
  readonly version: string;
  readonly files: unknown;
  readonly isComplete: boolean;
}

/**
 * The files of an upload that is or was under review, compared with the previous version of the
 * mod. Returns null if no scan has listed them. For moderators. Throws the errors of `readReview`.
 */
export async function readContents(
  ctx: RequestContext,
  id: string,
): Promise<ReviewedContents | null> {
  await readReview(ctx, id);
  const contents = await ctx.platform.db.uploadContents.findUnique({ where: { uploadId: id } });
  if (!contents) return null;
  const { count, isComplete } = contents;
  const files = filesOfStored(contents.files);
  const row = await previousOf(ctx, id);
  if (!row) {
    const listed = files.map((file) => ({ ...file, change: null }));
    return { count, isComplete, files: listed.toSorted(byPath), previous: null };
  }
  const { files: stored, isComplete: isKnown, ...previous } = row;
  const before = { files: filesOfStored(stored), isComplete: isKnown };
  return { count, isComplete, files: compare({ files, isComplete }, before), previous };
}

/**
 * The newest earlier accepted upload of the same file in another version, published versions first.
 * An optional file is the same if its label is equal.
 */
async function previousOf(ctx: RequestContext, id: string): Promise<PreviousRow | undefined> {
  const [row] = await ctx.platform.db.$queryRaw<PreviousRow[]>`
    select s.id, v.id as "versionId", v.version, c.files, c.is_complete as "isComplete"
    from upload_sessions u
    join upload_sessions s on s.mod_id = u.mod_id and s.version_id <> u.version_id
      and s.file_kind = u.file_kind and (u.file_kind = 'main' or s.label = u.label)
      and s.created_at < u.created_at and s.state in ('ready', 'published')
    join mod_versions v on v.id = s.version_id
    join upload_contents c on c.upload_id = s.id
    where u.id = ${id}::uuid and s.superseded_by_id is null
    order by v.published_at is null, s.created_at desc, s.id desc limit 1`;
  return row;
}

/** Compares the files by digest. An incomplete list does not show that a file is new or gone. */
function compare(now: Known, before: Known): readonly ReviewedFile[] {
  const former = new Map(before.files.map((file) => [file.path, file]));
  const changeOf = ({ path, sha256 }: ContainedFile): FileChange | null => {
    const old = former.get(path);
    if (old) return old.sha256 === sha256 ? 'unchanged' : 'changed';
    return before.isComplete ? 'added' : null;
  };
  const present = new Set(now.files.map(({ path }) => path));
  const gone = now.isComplete ? before.files.filter(({ path }) => !present.has(path)) : [];
  return [
    ...now.files.map((file) => ({ ...file, change: changeOf(file) })),
    ...gone.map((file) => ({ ...file, change: 'removed' as const })),
  ].toSorted(byPath);
}

/** The order of the UTF-16 code units, which no language changes. */
function byPath(one: ReviewedFile, other: ReviewedFile): number {
  return one.path < other.path ? -1 : Number(one.path > other.path);
}
