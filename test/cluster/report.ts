import { writeFile } from 'node:fs/promises';
import type { Checked } from './check/check.js';
import type { Attempt, Recorded } from './record.js';

/** A fault that happened, in milliseconds since 1970. */
export interface Happened {
  readonly name: string;
  readonly kind: string;
  readonly beginMs: number;
  /** When the fault was taken away. */
  readonly healMs: number;
  /** When the service worked again, as the prober of the recovery found out; null if never. */
  readonly recoveredMs: number | null;
}

/** A fault with its effects on callers, from its beginning until the recovery. */
export interface Row {
  readonly fault: string;
  readonly kind: string;
  readonly requests: number;
  /** How often each error came: a status with its code, or a failure. */
  readonly errors: Readonly<Record<string, number>>;
  readonly longestSeconds: number;
  /** Null if the service did not recover in time. */
  readonly recoverySeconds: number | null;
  /** Acknowledged writes, checked reads and downloads in this time. */
  readonly proved: { readonly writes: number; readonly reads: number; readonly downloads: number };
}

/** The report of a run. */
export interface Report {
  readonly seed: number;
  readonly rows: readonly Row[];
  readonly checks: readonly Checked[];
}

/** Describes a fault by the requests of its time. */
export function rowOf(happened: Happened, record: Recorded): Row {
  const { name, kind, beginMs, healMs, recoveredMs } = happened;
  const end = recoveredMs ?? healMs;
  const during = ({ atMs }: { readonly atMs: number }) => atMs >= beginMs && atMs <= end;
  const attempts = record.attempts.filter((one) => one.endMs >= beginMs && one.beginMs <= end);
  const errors: Record<string, number> = {};
  for (const error of attempts.map(errorOf)) {
    if (error !== null) errors[error] = (errors[error] ?? 0) + 1;
  }
  const longestMs = Math.max(0, ...attempts.map((one) => one.endMs - one.beginMs));
  return {
    fault: name,
    kind,
    requests: attempts.length,
    errors,
    longestSeconds: longestMs / 1000,
    recoverySeconds: recoveredMs === null ? null : (recoveredMs - healMs) / 1000,
    proved: {
      writes: record.acknowledged.filter(during).length,
      reads: record.reads.filter(({ beginMs: at }) => at >= beginMs && at <= end).length,
      downloads: record.downloads.filter(during).length,
    },
  };
}

function errorOf({ status, code, failure, isStore, expects }: Attempt): string | null {
  if (code !== null && code === expects) return null;
  if (failure !== null) return failure;
  if (status === null || status < 400) return null;
  return isStore ? `store ${status}` : `${status} ${code ?? ''}`.trim();
}

/** The tables of a report in Markdown. */
export function markdownOf({ seed, rows, checks }: Report): string {
  const errors = (row: Row) =>
    Object.entries(row.errors)
      .map(([error, count]) => `${count} × ${error}`)
      .join(', ') || 'none';
  const proved = ({ writes, reads, downloads }: Row['proved']) =>
    `${writes} writes, ${reads} reads, ${downloads} downloads`;
  return [
    `Seed ${seed}, ${rows.length} faults`,
    '',
    '| Fault | Requests | Errors of callers | Longest request | Recovery | Proved |',
    '|---|---|---|---|---|---|',
    ...rows
      .map((row) =>
        [
          '',
          row.fault,
          row.requests,
          errors(row),
          `${row.longestSeconds.toFixed(1)} s`,
          row.recoverySeconds === null ? '**none**' : `${row.recoverySeconds.toFixed(1)} s`,
          proved(row.proved),
          '',
        ].join(' | '),
      )
      .map((line) => line.trim()),
    '',
    '| Promise | Facts | Violations |',
    '|---|---|---|',
    ...checks.map(
      ({ promise, facts, violations }) => `| ${promise} | ${facts} | ${violations.length} |`,
    ),
    '',
  ].join('\n');
}

/** Writes the report as `<path>.md` and `<path>.json`; an extension of the path is dropped. */
export async function writeReport(path: string, report: Report): Promise<void> {
  const base = path.replace(/\.(md|json)$/, '');
  await writeFile(`${base}.md`, markdownOf(report));
  await writeFile(`${base}.json`, `${JSON.stringify(report, null, 2)}\n`);
}
