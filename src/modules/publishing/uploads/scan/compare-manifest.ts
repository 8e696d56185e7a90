import { z } from 'zod';
import type { ArchiveContents, InspectionOutcome } from '../../../../archives/inspection.js';
import type { RequestContext } from '../../../../request/context.js';

const Manifest = z.array(z.object({ path: z.string(), sizeBytes: z.number() })).nullable();

/**
 * Rejects a clean archive with `archive_validation_failed` if it differs from its declared
 * manifest: in the number of files, their total size or one of the first thousand names. Digests
 * are not compared. Returns every other outcome unchanged, and so that of an archive without a
 * manifest.
 */
export async function compareWithManifest(
  ctx: RequestContext,
  uploadId: string,
  outcome: InspectionOutcome,
): Promise<InspectionOutcome> {
  if (outcome.kind !== 'clean') return outcome;
  const declared = filesOf(await readManifest(ctx, uploadId));
  const difference = declared.length === 0 ? null : differenceOf(declared, outcome.entries);
  if (difference === null) return outcome;
  const detail = `archiveManifest: ${difference}`;
  const findings = [{ code: 'manifest_mismatch' } as const];
  return { kind: 'rejected', code: 'archive_validation_failed', detail, findings };
}

async function readManifest(
  { platform: { db } }: RequestContext,
  uploadId: string,
): Promise<Declared | null> {
  const [row] = await db.$queryRaw<{ manifest: unknown }[]>`
    select archive_manifest as manifest from upload_sessions where id = ${uploadId}::uuid`;
  return Manifest.parse(row?.manifest ?? null);
}

type Declared = readonly { readonly path: string; readonly sizeBytes: number }[];

/** A manifest may list directories; they are not counted. */
function filesOf(manifest: Declared | null): Declared {
  return (manifest ?? []).filter(({ path }) => !path.endsWith('/'));
}

function differenceOf(declared: Declared, found: ArchiveContents): string | null {
  if (declared.length !== found.count) {
    return `${declared.length} files were declared, ${found.count} found`;
  }
  const named = new Set(declared.map(({ path }) => path.normalize()));
  const other = found.paths.find((path) => !named.has(path.normalize()));
  if (other !== undefined) return `${other} was not declared`;
  const sizeBytes = declared.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (sizeBytes === found.totalSizeBytes) return null;
  return `${sizeBytes} bytes were declared, ${found.totalSizeBytes} found`;
}
