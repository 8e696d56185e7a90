import type { Prisma } from '../../../platform/database/generated/client.js';
import { problem } from '../../../registry/errors.js';
import type { ReferenceHash } from '../../../registry/providers.js';
import type { TargetVersion } from '../uploads/session/lock-version.js';
import type { Source } from './read-reference.js';
import type { ExternalArtifactInput } from './reference.input.js';

/** An external file in the form of an upload's input, for the rules of `checkUpload`. */
export function declaredFile(modId: string, versionId: string, input: ExternalArtifactInput) {
  const { filename, contentType, expectedHashes, fileKind, label } = input;
  return {
    modId,
    versionId,
    filename,
    contentType,
    sizeBytes: input.expectedSizeBytes,
    expectedHashes,
    ...(fileKind ? { fileKind } : {}),
    ...(label ? { label } : {}),
  };
}

/** Throws `invalid_metadata` if a digest is missing that the provider requires. */
export function requireHashes(
  input: ExternalArtifactInput,
  wanted: readonly ReferenceHash[],
): void {
  for (const name of wanted) {
    if (input.expectedHashes[name]) continue;
    throw problem('invalid_metadata', {
      fields: [{ field: `expectedHashes.${name}`, code: 'required' }],
    });
  }
}

/**
 * The columns of an external file before its examination: the scan status is `queued`, and the size
 * is the declared one.
 */
export function fileRowOf(version: TargetVersion, input: ExternalArtifactInput) {
  return {
    modId: version.modId,
    versionId: version.id,
    fileKind: input.fileKind ?? 'main',
    fileVersion: version.version,
    label: input.label?.trim() || input.filename,
    originalFilename: input.filename,
    contentType: input.contentType,
    sizeBytes: BigInt(input.expectedSizeBytes),
    source: 'external_provider_reference',
    scanStatus: 'queued',
  } as const;
}

/** The columns of an external file's reference, with the facts that the client declared. */
export function referenceRowOf({ provider, locator, key }: Source, input: ExternalArtifactInput) {
  return {
    provider,
    locator,
    locatorKey: key,
    sizeBytes: BigInt(input.expectedSizeBytes),
    hashes: hashesOf(input),
    evidence: plain(input.evidence),
    provenance: plain(input.provenance),
  };
}

function hashesOf({ expectedHashes }: ExternalArtifactInput): Record<string, string> {
  return Object.fromEntries(
    Object.entries(expectedHashes).flatMap(([name, digest]) =>
      typeof digest === 'string' ? [[name, digest.toLowerCase()]] : [],
    ),
  );
}

function plain(value: object | null | undefined): Prisma.InputJsonObject {
  // Input objects contain texts and times, which JSON writes as strings.
  return JSON.parse(JSON.stringify(value ?? {})) as Prisma.InputJsonObject;
}
