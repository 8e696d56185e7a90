import { createHash } from 'node:crypto';
import { infectedWith } from './builtin-scanner.js';
import type { ContentScan, ScannedContent, Scanner, Verdict } from './scanner.port.js';

/** Blocked bytes, identified by their digest. */
export interface BlockedContent {
  /** Lower-case hex. */
  readonly sha256: string;
  /** Null if unknown; then only whole objects are compared. */
  readonly sizeBytes: number | null;
  readonly name: string;
}

/** A blocklist as read for one scan. */
export interface Blocklist {
  /** Comparable for equality only. */
  readonly revision: string;
  /** The signature name of a blocked object by its digest, or null. */
  foundIn(sha256: string): string | null;
  /**
   * The blocked digests of a size, with their signature names; undefined if no entry has this size.
   */
  ofSize(sizeBytes: number): ReadonlyMap<string, string> | undefined;
}

/** Indexes a blocklist by digest and size. */
export function createBlocklist(entries: readonly BlockedContent[]): Blocklist {
  const all = new Map<string, string>();
  const bySize = new Map<number, Map<string, string>>();
  const digests: string[] = [];
  for (const { sha256, sizeBytes, name } of entries) {
    const found = `Blocked.${name}`;
    all.set(sha256, found);
    digests.push(`${sha256}:${sizeBytes}`);
    if (sizeBytes === null) continue;
    const sized = bySize.get(sizeBytes) ?? new Map<string, string>();
    bySize.set(sizeBytes, sized.set(sha256, found));
  }
  return {
    revision: createHash('sha256').update(digests.sort().join()).digest('hex').slice(0, 12),
    foundIn: (sha256) => all.get(sha256) ?? null,
    ofSize: (sizeBytes) => bySize.get(sizeBytes),
  };
}

/**
 * A scanner that also finds blocked files inside archives. It hashes only files with the size of an
 * entry, so other files cost nothing. It does not hash whole objects, because the reader of an
 * object computes its digest anyway.
 */
export function withBlocklist(scanner: Scanner, blocklist: Blocklist): Scanner {
  return {
    async engine() {
      const engine = await scanner.engine();
      return { ...engine, signatures: `${engine.signatures} blocklist-${blocklist.revision}` };
    },
    open(content) {
      const blocked = digestsFor(content, blocklist);
      const scan = scanner.open(content);
      return blocked ? hashing(scan, blocked) : scan;
    },
    ping: () => scanner.ping(),
  };
}

function digestsFor({ form, sizeBytes }: ScannedContent, blocklist: Blocklist) {
  return form === 'object' ? undefined : blocklist.ofSize(sizeBytes);
}

function hashing(scan: ContentScan, blocked: ReadonlyMap<string, string>): ContentScan {
  const hash = createHash('sha256');
  return {
    write(chunk) {
      hash.update(chunk);
      return scan.write(chunk);
    },
    async end(): Promise<Verdict> {
      const signature = blocked.get(hash.digest('hex'));
      if (signature === undefined) return scan.end();
      // An admin may have cleared this finding, so the verdict also includes the findings of the
      // other scanner.
      const [verdict] = await Promise.allSettled([scan.end()]);
      return infectedWith([signature], [verdict]);
    },
  };
}
