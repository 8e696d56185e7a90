import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { BenchRow } from './row.js';
import { machine } from './table.js';

const FILE = 'bench/results.json';

const shape = z.object({ benches: z.record(z.string(), z.unknown()) });

/**
 * Writes measured rows to `bench/results.json`. The rows of benches that did not run stay, each
 * with the machine and the time of its own run.
 */
export function keepResults(measured: Readonly<Record<string, readonly BenchRow[]>>): void {
  const run = { machine: machine(), at: new Date().toISOString() };
  const kept = existsSync(FILE) ? shape.safeParse(readJson()).data?.benches : undefined;
  const benches: Record<string, unknown> = { ...kept };
  for (const [name, rows] of Object.entries(measured)) benches[name] = { ...run, rows };
  writeFileSync(FILE, `${JSON.stringify({ benches }, null, 2)}\n`);
}

/** A file that is cut off counts as none. */
function readJson(): unknown {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return null;
  }
}
