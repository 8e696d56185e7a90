import { availableParallelism, cpus } from 'node:os';
import type { BenchRow } from './row.js';

/** The machine on which the figures are measured. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `Node ${process.version}, ${availableParallelism()} × ${model}`;
}

/** Prints the machine. */
export function printHead(): void {
  console.log(machine());
}

/** Prints the rows of one bench; those that miss their target are marked. */
export function printRows(bench: string, rows: readonly BenchRow[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log(`\n${bench}`);
  for (const row of rows) console.log(`  ${row.name.padEnd(width)}  ${figures(row)}`);
}

function figures({ value, unit, comparedWith, ratio, target, ok }: BenchRow): string {
  const said = [`${round(value).padStart(9)} ${unit}`];
  if (ratio !== undefined) said.push(`${ratio.toFixed(2)} × ${comparedWith ?? 'the floor'}`);
  else if (comparedWith !== undefined) said.push(comparedWith);
  if (target !== undefined) said.push(`target: ${target}`);
  if (ok !== undefined) said.push(ok ? 'ok' : 'MISSED');
  return said.join('   ');
}

/**
 * Rounds to three significant digits, never with an exponent. It keeps all digits before the
 * decimal point, and at most three after it.
 */
function round(value: number): string {
  const decimals = Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1))));
  return value.toFixed(decimals);
}
