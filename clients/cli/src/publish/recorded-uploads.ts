import { z } from 'zod';
import type { LocalFile } from './local-files.js';

/** The member of `build_metadata` in which this program records the uploads of a version. */
const MEMBER = 'modport_uploads';

const record = z.array(z.object({ filename: z.string(), sha256: z.string(), upload_id: z.uuid() }));

/** An upload of a version. Later runs find it on any machine, so they send nothing twice. */
export type RecordedUpload = z.infer<typeof record>[number];

/** The uploads that the metadata of a version records. */
export function recordedUploads(buildMetadata: object): readonly RecordedUpload[] {
  const value = (buildMetadata as Readonly<Record<string, unknown>>)[MEMBER];
  return record.safeParse(value).data ?? [];
}

/** The recorded upload of exactly these bytes under this name, or undefined. */
export function uploadOf(
  uploads: readonly RecordedUpload[],
  { filename, sha256 }: LocalFile,
): RecordedUpload | undefined {
  return uploads.findLast((one) => one.filename === filename && one.sha256 === sha256);
}

/** The metadata with one more upload, in place of an earlier one of the same file name. */
export function withUpload(buildMetadata: object, upload: RecordedUpload): object {
  const others = recordedUploads(buildMetadata).filter((one) => one.filename !== upload.filename);
  return { ...buildMetadata, [MEMBER]: [...others, upload] };
}
