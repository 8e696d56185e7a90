import { openNamesDigest } from '../platform/seven-zip/protocol.js';
import { createSplitter } from './content-check.js';
import { decode, type Packed } from './decode.js';
import {
  type About,
  ArchiveFault,
  type Findings,
  findingOf,
  NeedsReview,
  type RejectionCode,
  refuse,
} from './findings.js';
import type {
  ArchiveContents,
  Expectation,
  HarmlessOutcome,
  Inspection,
  InspectionOutcome,
  ObjectJob,
} from './inspection.js';
import { type ListedArchive, packFolderOf } from './listing.js';
import { type Pace, sortPaced } from './pace.js';

/**
 * Unpacks the files of a 7z or RAR and checks each of them. The names and bytes of the decoder must
 * match the entries that this service read from the headers. Throws ArchiveFault and NeedsReview.
 */
export async function unpackContents(
  listed: ListedArchive,
  packed: Omit<Packed, 'sink' | 'names'>,
  job: ObjectJob,
): Promise<void> {
  const splitter = createSplitter(listed.files, {
    ...job,
    packFolder: packFolderOf(listed.files),
  });
  try {
    const { names } = listed;
    const sink = (piece: Uint8Array) => splitter.write(piece);
    const found = await decode({ ...packed, names, sink }, job);
    await splitter.end();
    if (found !== (await digestOf(names, job.pace))) {
      refuse('archive_validation_failed', 'the archive has entries that not all programs find');
    }
  } finally {
    splitter.abandon();
  }
}

/** Sorts the names, because programs put folders and empty files at different positions. */
async function digestOf(names: readonly string[], pace: Pace): Promise<string> {
  const bytes: Buffer[] = [];
  for (const name of names) {
    bytes.push(Buffer.from(name));
    await pace();
  }
  const digest = openNamesDigest();
  for (const name of await sortPaced(bytes, Buffer.compare, pace)) {
    digest.add(name);
    await pace();
  }
  return digest.hex();
}

/** The result of the structure's inspection, in any format. */
export type Structure = ArchiveContents | ArchiveFault | NeedsReview;

/**
 * Derives the outcome from all findings in the expected bytes: malware first, then format and
 * structure, then review. The outcome for malware contains the other one as `otherwise`.
 */
export function outcomeOf(structure: Structure, findings: Findings): InspectionOutcome {
  const [signature, ...others] = findings.infected();
  const otherwise = harmlessOutcomeOf(structure, findings);
  if (signature === undefined) return otherwise;
  const found: [string, ...string[]] = [signature, ...others];
  return { kind: 'infected', signature, found, findings: findings.malware(), otherwise };
}

/** The outcome without malware, or with cleared malware only. */
function harmlessOutcomeOf(structure: Structure, findings: Findings): HarmlessOutcome {
  if (structure instanceof ArchiveFault) {
    return rejected(structure.code, structure.message, structure.about);
  }
  if (structure instanceof NeedsReview) findings.review(structure.reason, structure.about);
  const reasons = findings.reasons();
  if (structure instanceof NeedsReview || reasons.length > 0) {
    return { kind: 'review', reasons, findings: findings.found() };
  }
  return { kind: 'clean', entries: structure };
}

/** The rejection for the first size or digest that differs from the expected one, or null. */
export function mismatchOf(
  taken: Omit<Inspection, 'outcome'>,
  expected: Expectation,
): InspectionOutcome | null {
  if (taken.sizeBytes !== expected.sizeBytes) {
    return rejected(
      'size_mismatch',
      `${expected.sizeBytes} bytes expected, ${taken.sizeBytes} found`,
    );
  }
  if (taken.sha256 !== expected.sha256.toLowerCase()) {
    return rejected('sha256_mismatch', `the SHA-256 of the bytes is ${taken.sha256}`);
  }
  if (taken.sha512 !== expected.sha512?.toLowerCase()) {
    return rejected('hash_mismatch', `the SHA-512 of the bytes is ${taken.sha512}`);
  }
  if (taken.sha1 !== expected.sha1?.toLowerCase()) {
    return rejected('hash_mismatch', `the SHA-1 of the bytes is ${taken.sha1}`);
  }
  return null;
}

function rejected(code: RejectionCode, detail: string, about: About = {}): HarmlessOutcome {
  return { kind: 'rejected', code, detail, findings: [findingOf(code, about)] };
}
