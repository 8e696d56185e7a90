import { hidesCharacters } from '../../../../archives/created-names.js';
import { acceptsMediaType, formatOf } from '../../../../archives/formats.js';
import { hasReordering } from '../../../../registry/author-texts.js';
import { membersDetail } from '../../../../registry/details.js';
import {
  type ErrorCode,
  errorRow,
  problem,
  type RegisteredError,
  type TextForPeople,
} from '../../../../registry/errors.js';
import { ARCHIVE_LIMITS, LIMITS } from '../../../../registry/limits.js';
import { HASH_PATTERNS } from '../../../../registry/patterns.js';
import { hasInvisible } from '../../../../request/invisible.js';
import type { UploadInput } from './upload.input.js';

/** One fault of a declared upload. */
export interface UploadFault {
  readonly code: ErrorCode;
  /** The faulty member of the request; null if the fault is not in one member. */
  readonly field: string | null;
  /** The explanation; absent for the registered text of the code. */
  readonly detail?: TextForPeople;
}

/** The syntax of a media type. Downloads send it with the bytes. */
const MEDIA_TYPE =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?: *; *[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[ \w!#$&^.+-]*"))*$/;

const HEX = {
  sha256: new RegExp(HASH_PATTERNS.sha256),
  sha512: new RegExp(HASH_PATTERNS.sha512),
  sha1: new RegExp(HASH_PATTERNS.sha1),
};

const DIFFERENT_DIGESTS: TextForPeople = {
  en: 'expectedSha256 and expectedHashes.sha256 differ; send the SHA-256 of the whole file in one of them.',
  ru: 'expectedSha256 и expectedHashes.sha256 различаются; передайте SHA-256 всего файла в одном из них.',
  de: 'expectedSha256 und expectedHashes.sha256 unterscheiden sich; senden Sie den SHA-256 der ganzen Datei in einem davon.',
};

/**
 * The SHA-256 that the client declared, in lower-case hex; null without one. `expectedHashes` takes
 * precedence over `expectedSha256`.
 */
export function declaredSha256(input: UploadInput): string | null {
  const sha256 = input.expectedHashes?.sha256 ?? input.expectedSha256;
  return sha256 ? sha256.toLowerCase() : null;
}

/**
 * Returns the faults of a declared file, before any upload (Spec 2.9, 4.4). Name and media type
 * together give at most one fault, and the manifest gives at most one. Rules:
 * - size: positive (`invalid_size`), at most 20 GiB (`archive_too_large`)
 * - name: bounded, not blank, no path, no control characters, and nothing that disguises the
 *   extension (`invalid_metadata`); an accepted extension (`unsupported_archive_extension`)
 * - media type: bounded and valid (`invalid_metadata`), and matching the extension
 *   (`archive_mime_mismatch`)
 * - digests: SHA-256 present (`missing_sha256`), well-formed and equal in both fields
 *   (`invalid_sha256`); SHA-512 and SHA-1 well-formed (`invalid_metadata`)
 * - label and file version: bounded, without invisible characters (`invalid_metadata`)
 * - metadata and manifest: bounded (`invalid_metadata`); too many entries of a manifest:
 *   `zip_entry_limit`
 */
export function checkUpload(input: UploadInput): UploadFault[] {
  return [
    ...sizeFaults(input),
    ...nameFaults(input),
    ...digestFaults(input),
    ...otherFaults(input),
  ];
}

/**
 * The error of the request for a fault. It names the member in `fields`, or in the detail if the
 * code has no `fields`.
 */
export function refusalOf(fault: UploadFault): RegisteredError {
  const namesField = fault.field !== null && errorRow(fault.code).extensions.includes('fields');
  const { detail } = fault;
  if (fault.field === null) return problem(fault.code, detail ? { detail } : {});
  if (!namesField)
    return problem(fault.code, { detail: detail ?? memberDetail(fault.code, fault.field) });
  return problem(fault.code, { fields: [{ field: fault.field, code: 'invalid_format' }] });
}

/** The advice about the member, followed by the text of a code without `fields`. */
function memberDetail(code: ErrorCode, field: string): TextForPeople {
  const kind = code === 'missing_sha256' ? 'required' : 'invalid_format';
  return membersDetail(code, [{ field, code: kind }]);
}

function sizeFaults({ sizeBytes }: UploadInput): UploadFault[] {
  if (sizeBytes < 1) return [{ code: 'invalid_size', field: 'sizeBytes' }];
  if (sizeBytes > LIMITS.archiveBytes) return [{ code: 'archive_too_large', field: 'sizeBytes' }];
  return [];
}

function nameFaults({ filename, contentType }: UploadInput): UploadFault[] {
  // Unpaired surrogates (Cs) are not valid text, and no store keeps them.
  const unsafe = /[\p{Cc}\p{Cs}/\\]/u.test(filename) || filename.trim() === '';
  // Players see this name, so nothing in it may hide or reverse its extension.
  const deceives = hasReordering(filename) || hidesCharacters(filename);
  if (unsafe || deceives || filename.length > LIMITS.filenameCharacters) {
    return [{ code: 'invalid_metadata', field: 'filename' }];
  }
  const format = formatOf(filename);
  if (format === null) return [{ code: 'unsupported_archive_extension', field: 'filename' }];
  if (contentType && !isMediaType(contentType)) {
    return [{ code: 'invalid_metadata', field: 'contentType' }];
  }
  if (!acceptsMediaType(format, contentType ?? null)) {
    return [{ code: 'archive_mime_mismatch', field: 'contentType' }];
  }
  return [];
}

function isMediaType(text: string): boolean {
  return text.length <= LIMITS.labelCharacters && MEDIA_TYPE.test(text);
}

function digestFaults({ expectedHashes, expectedSha256 }: UploadInput): UploadFault[] {
  const sha256 = expectedHashes?.sha256 ?? expectedSha256;
  if (!sha256) return [{ code: 'missing_sha256', field: 'expectedHashes.sha256' }];
  const faults: UploadFault[] = [];
  if (!HEX.sha256.test(sha256))
    faults.push({ code: 'invalid_sha256', field: 'expectedHashes.sha256' });
  if (expectedSha256 && expectedSha256.toLowerCase() !== sha256.toLowerCase()) {
    faults.push({ code: 'invalid_sha256', field: 'expectedSha256', detail: DIFFERENT_DIGESTS });
  }
  for (const name of ['sha512', 'sha1'] as const) {
    const digest = expectedHashes?.[name];
    if (digest && !HEX[name].test(digest)) {
      faults.push({ code: 'invalid_metadata', field: `expectedHashes.${name}` });
    }
  }
  return faults;
}

function otherFaults(input: UploadInput): UploadFault[] {
  const faults: UploadFault[] = [];
  const metadata = Buffer.byteLength(JSON.stringify(input.buildMetadata ?? {}));
  const label = input.label ?? '';
  if (label.length > LIMITS.labelCharacters || hasInvisible(label.trim())) {
    faults.push({ code: 'invalid_metadata', field: 'label' });
  }
  if (metadata > LIMITS.buildMetadataBytes) {
    faults.push({ code: 'invalid_metadata', field: 'buildMetadata' });
  }
  return [...faults, ...fileVersionFaults(input), ...manifestFaults(input)];
}

/**
 * An own version must be one line without invisible characters; null or absent means none. Players
 * see it next to the file name.
 */
function fileVersionFaults({ fileVersion }: UploadInput): UploadFault[] {
  if (fileVersion === undefined || fileVersion === null) return [];
  const text = fileVersion.trim();
  const isText = text !== '' && !/\p{Cs}/u.test(text) && !hasInvisible(text);
  return isText && text.length <= LIMITS.versionStringCharacters
    ? []
    : [{ code: 'invalid_metadata', field: 'fileVersion' }];
}

function manifestFaults({ archiveManifest }: UploadInput): UploadFault[] {
  const manifest = archiveManifest ?? [];
  if (manifest.length > LIMITS.archiveEntries) {
    return [{ code: 'zip_entry_limit', field: 'archiveManifest' }];
  }
  const odd = manifest.findIndex(
    ({ path, sizeBytes, sha256 }) =>
      path.length > ARCHIVE_LIMITS.pathCharacters ||
      /\p{Cs}/u.test(path) ||
      sizeBytes < 0 ||
      (sha256 && !HEX.sha256.test(sha256)),
  );
  return odd < 0 ? [] : [{ code: 'invalid_metadata', field: `archiveManifest[${odd}]` }];
}
