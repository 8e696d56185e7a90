import type { Language } from '../language.js';
import { safeText } from './safe-text.js';

const UNITS = ['B', 'KiB', 'MiB', 'GiB'] as const;

/** A size for people in `language`, such as `1.5 MiB`. The greatest unit is GiB. */
export function formatBytes(bytes: number, language: Language): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  const digits = power > 0 && value < 100 ? 1 : 0;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: digits });
  return `${format.format(value)} ${UNITS[power]}`;
}

/**
 * A duration for people, such as `1:05` or `2:03:00`, rounded up to seconds. A negative one is
 * `0:00`.
 */
export function formatSeconds(seconds: number): string {
  const all = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor((all % 3600) / 60);
  const tail = String(all % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/**
 * Rows as lines with aligned columns, without a border. Rows may have different numbers of cells.
 */
export function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => width(row[at] ?? ''))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, at) => padded(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function padded(cell: string, columns: number): string {
  return cell + ' '.repeat(Math.max(0, columns - width(cell)));
}

/**
 * The number of terminal columns of a text, without what `safeText` removes. Wide letters take two.
 */
function width(text: string): number {
  const plain = safeText(text).replace(/\p{M}/gu, '');
  return [...plain].reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}]/u;
