import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const shape = z.record(z.string(), z.int().positive());

/** The number of findings by path. A file that is not listed has none. */
export type Counts = Readonly<Record<string, number>>;

/** A file whose number differs from the baseline. */
export interface Difference {
  path: string;
  count: number;
  allowed: number;
}

/** Where the baseline of a project lies. */
export function baselinePath(root: string): string {
  return join(root, 'docs/prose/baseline.json');
}

/** Reads a baseline. Returns null if the file does not exist. Throws if it has another shape. */
export function readBaseline(path: string): Counts | null {
  return existsSync(path) ? shape.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
}

/** Writes a baseline, sorted by path. */
export function writeBaseline(path: string, counts: Counts): void {
  const sorted = Object.keys(counts).sort();
  writeFileSync(path, `${JSON.stringify(counts, sorted, 2)}\n`);
}

/** Counts findings by path. */
export function countsOf(findings: readonly { path: string }[]): Counts {
  const counts: Record<string, number> = {};
  for (const { path } of findings) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

/** The files above their number and those below it. */
export function compare(baseline: Counts, counts: Counts): Record<'above' | 'below', Difference[]> {
  const paths = [...new Set([...Object.keys(baseline), ...Object.keys(counts)])].sort();
  const differences = paths.map((path) => ({
    path,
    count: counts[path] ?? 0,
    allowed: baseline[path] ?? 0,
  }));
  return {
    above: differences.filter(({ count, allowed }) => count > allowed),
    below: differences.filter(({ count, allowed }) => count < allowed),
  };
}

/**
 * The baseline with the numbers that became smaller. No number rises, and no file is added. Without a baseline, the
 * present numbers become the first one.
 */
export function lowered(baseline: Counts | null, counts: Counts): Counts {
  if (baseline === null) return counts;
  return Object.fromEntries(
    Object.entries(baseline)
      .map(([path, allowed]) => [path, Math.min(allowed, counts[path] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );
}

/** The sum of all numbers. */
export function total(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
