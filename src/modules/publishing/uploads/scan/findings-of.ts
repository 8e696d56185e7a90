import { Field, ObjectType } from 'type-graphql';
import { z } from 'zod';
import type { Locale } from '../../../../registry/error-texts.js';
import { isFindingCode, textOf } from '../../../../registry/finding-texts.js';

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

const Finding = z.object({
  code: z.string().refine(isFindingCode),
  path: z.string().optional(),
  values: z.record(z.string(), z.string()).optional(),
});

const ScanRecord = z.object({ outcome: z.object({ findings: z.array(z.unknown()) }) });

/**
 * The findings of an upload's scan in one language. Empty before the scan, and for sessions of
 * older releases. Unknown codes of newer releases are skipped.
 */
export function findingsOf(
  { inspection }: { readonly inspection: unknown },
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
