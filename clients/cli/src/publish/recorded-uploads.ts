import { z } from 'zod';
import type { LocalFile } from './local-files.js';

/** The member of `build_metadata` in which this program records the uploads of a version. */
const MEMBER = 'modport_uploads';

const record = z.array(
  z.object({
    filename: z.string(),
    sha256: z.string(),
    // Version 0.1.0 recorded neither kind nor label, so its records count as none.
    kind: z.enum(['main', 'optional']),
    label: z.string().nullable(),
    upload_id: z.uuid(),
  }),
);

/** An upload of a version. Later runs find it on any machine, so they send nothing twice. */
type RecordedUpload = z.infer<typeof record>[number];

/** The uploads that the metadata of a version records. Empty without a valid record. */
export function recordedUploads(buildMetadata: object): readonly RecordedUpload[] {
  const value = (buildMetadata as Readonly<Record<string, unknown>>)[MEMBER];
  return record.safeParse(value).data ?? [];
}

/** The last recorded upload with the name, digest, kind and label of this file, or undefined. */
export function uploadOf(
  uploads: readonly RecordedUpload[],
  { filename, sha256, kind, label }: LocalFile,
): RecordedUpload | undefined {
  return uploads.findLast(
    (one) =>
      one.filename === filename &&
      one.sha256 === sha256 &&
      one.kind === kind &&
      one.label === label,
  );
}

/**
 * The metadata with the upload of a file. It replaces a recorded upload with the same file name.
 */
export function withUpload(
  buildMetadata: object,
  { filename, sha256, kind, label }: LocalFile,
  upload_id: string,
): object {
  const others = recordedUploads(buildMetadata).filter((one) => one.filename !== filename);
  const upload: RecordedUpload = { filename, sha256, kind, label, upload_id };
  return { ...buildMetadata, [MEMBER]: [...others, upload] };
}
