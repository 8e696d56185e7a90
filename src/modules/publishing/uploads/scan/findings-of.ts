import { z } from 'zod';
import type { UploadSessionModel } from '../../../../platform/database/generated/models.js';
import type { Locale } from '../../../../registry/error-texts.js';
import { type FindingText, isFindingCode, textOf } from '../../../../registry/finding-texts.js';
import type { FindingCode } from '../../../../registry/findings.js';

/** One finding of the scan of an upload, for its creator. */
export interface UploadFinding extends FindingText {
  readonly code: FindingCode;
  /** The archive entry, or null if the finding concerns the whole archive. */
  readonly path: string | null;
}

const Finding = z.object({
  code: z.string().refine(isFindingCode),
  path: z.string().optional(),
  values: z.record(z.string(), z.string()).optional(),
});

const ScanRecord = z.object({ outcome: z.object({ findings: z.array(z.unknown()) }) });

/**
 * The findings of an upload's scan in one language. Sessions of older releases have none. Unknown
 * codes of newer releases are skipped.
 */
export function findingsOf(
  { inspection }: Pick<UploadSessionModel, 'inspection'>,
  locale: Locale,
): readonly UploadFinding[] {
  const record = ScanRecord.safeParse(inspection);
  if (!record.success) return [];
  return record.data.outcome.findings.flatMap((stored) => {
    const finding = Finding.safeParse(stored);
    if (!finding.success) return [];
    const { code, path = null, values = {} } = finding.data;
    return [{ code, path, ...textOf({ code, values }, locale) }];
  });
}
