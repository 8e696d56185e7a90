import { signaturesOf } from '../platform/scanner/builtin-scanner.js';
import type { Verdict } from '../platform/scanner/scanner.port.js';
import {
  FINDINGS_OF_A_CODE,
  type Finding,
  type FindingCode,
  type RefusalCode,
} from '../registry/findings.js';
import { LIMITS } from '../registry/limits.js';
import type { ReviewReason } from '../registry/reviews.js';

/**
 * A fault of the bytes, in contrast to an error while reading them. It never leaves the inspection:
 * it becomes the outcome `rejected`. A broken nested archive goes to review instead. The inspection
 * rethrows all other errors except `NeedsReview`.
 */
export class ArchiveFault extends Error {
  override readonly name = 'ArchiveFault';

  constructor(
    readonly code: RefusalCode,
    detail: string,
    readonly about: About = {},
  ) {
    super(detail);
  }
}

/** The subject of a fault or review, for the texts that creators read. */
export interface About {
  /** The entry, as the archive spells it. */
  readonly path?: string;
  /** The finding, if it says more than the code of the error. */
  readonly finding?: FindingCode;
  /** Values for the texts of the finding, as in `Finding`. */
  readonly values?: Finding['values'];
}

/** Throws ArchiveFault; `detail` is technical English for the log and the creator of the upload. */
export function refuse(code: RefusalCode, detail: string, about: About = {}): never {
  throw new ArchiveFault(code, detail, about);
}

/** Ends the inspection of an archive with the outcome `review`. */
export class NeedsReview extends Error {
  override readonly name = 'NeedsReview';

  constructor(
    readonly reason: ReviewReason,
    readonly about: About = {},
  ) {
    super(reason);
  }
}

/** Adds the entry to a fault of its content that does not name one; other errors stay unchanged. */
export function aboutEntry(failure: unknown, path: string): unknown {
  if (!(failure instanceof ArchiveFault) || failure.about.path !== undefined) return failure;
  const { code, message, about } = failure;
  return new ArchiveFault(code, `${quotePath(path)}: ${message}`, { ...about, path });
}

/** The longest path in a message and in a finding. */
const SHOWN_CHARACTERS = 120;

/** Quotes a path for a message: escaped and shortened. */
export function quotePath(path: string): string {
  const isShort = path.length <= SHOWN_CHARACTERS;
  return JSON.stringify(isShort ? path : `${path.slice(0, SHOWN_CHARACTERS - 1)}…`);
}

/** Collects the findings that do not end an inspection. */
export interface Findings {
  /** Adds a reason for review with its subject, whose finding becomes one of `reviewCauses`. */
  review(reason: ReviewReason, about?: About): void;
  /**
   * Records a verdict. An `unknown` or partial one adds a review, unless `extent` is `large`: an
   * antivirus with a stream limit returns `unknown` for larger contents, and the caller handles
   * them. `path` is the scanned entry; it is absent for the object as a whole.
   */
  applyVerdict(verdict: Verdict, extent: 'whole' | 'large', path?: string): void;
  /**
   * The signatures found, in order: at most `LIMITS.scanFinds`, and one more to show that there are
   * too many.
   */
  signatures(): readonly string[];
  /**
   * The first few infected entries, each with its first signature, for the creator. The finding of
   * a signature that only the scan of the whole object found has no path.
   */
  malware(): readonly Finding[];
  /** In alphabetical order. */
  reasons(): readonly ReviewReason[];
  /** The causes of the reasons for review: the first few findings of each code. */
  reviewCauses(): readonly Finding[];
}

/** Characters that are invisible or that reorder others. */
const UNSHOWN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

function isPartial(verdict: Verdict): boolean {
  return verdict.result === 'infected' && verdict.isPartial === true;
}

/** Creates an empty collection. */
export function createFindings(): Findings {
  const reasons = new Set<ReviewReason>();
  const causes = new Map<FindingCode, Map<string, Finding>>();
  const infected = new Set<string>();
  const malware: Finding[] = [];
  const note = (finding: Finding): void => {
    const known = causes.get(finding.code) ?? new Map<string, Finding>();
    const key = finding.path ?? '';
    if (known.size < FINDINGS_OF_A_CODE && !known.has(key)) known.set(key, finding);
    causes.set(finding.code, known);
  };
  const review = (reason: ReviewReason, about: About = {}): void => {
    reasons.add(reason);
    if ((causes.get(about.finding ?? reason)?.size ?? 0) < FINDINGS_OF_A_CODE) {
      note(findingOf(reason, about));
    }
  };
  return {
    review,
    applyVerdict(verdict, extent, path) {
      const about = path === undefined ? {} : { path };
      const signatures = signaturesOf(verdict);
      // The scan of the whole object repeats what the scans of its entries found.
      const isNew = path !== undefined || !signatures.every((signature) => infected.has(signature));
      const [signature] = signatures;
      if (signature !== undefined && isNew && malware.length < FINDINGS_OF_A_CODE) {
        malware.push(findingOf('malware', { ...about, values: { signature } }));
      }
      for (const each of signatures) if (infected.size <= LIMITS.scanFinds) infected.add(each);
      const isUnknown = verdict.result === 'unknown' || isPartial(verdict);
      if (isUnknown && extent === 'whole') review('antivirus_unknown', about);
    },
    signatures: () => [...infected],
    malware: () => [...malware],
    reasons: () => [...reasons].sort(),
    reviewCauses: () => [...causes.values()].flatMap((known) => [...known.values()]),
  };
}

/**
 * Builds the stored form of a finding. The finding of `about` takes precedence over `code`. Escapes
 * and shortens the path and the values.
 */
export function findingOf(code: FindingCode, { path, finding, values }: About): Finding {
  return {
    code: finding ?? code,
    ...(path === undefined ? {} : { path: shownPath(path) }),
    ...(values === undefined ? {} : { values: shownValues(values) }),
  };
}

function shownValues(values: NonNullable<Finding['values']>): NonNullable<Finding['values']> {
  return Object.fromEntries(Object.entries(values).map(([key, text]) => [key, shownPath(text)]));
}

/** Makes a path safe to show: escapes invisible characters and shortens long paths. */
function shownPath(path: string): string {
  const cut = path.slice(0, SHOWN_CHARACTERS).toWellFormed().replace(UNSHOWN, codeOf);
  return cut.length <= SHOWN_CHARACTERS && path.length <= SHOWN_CHARACTERS
    ? cut
    : `${cut.slice(0, SHOWN_CHARACTERS - 1).toWellFormed()}…`;
}

function codeOf(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
