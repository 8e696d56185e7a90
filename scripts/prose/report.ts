import { type Counts, compare, total } from './baseline.js';
import type { Finding } from './lint.js';

const MAX_LINES = 60;
const SENTENCE_CHARACTERS = 80;

/** One line for a finding: place, rule, the beginning of the sentence, hint. */
export function lineOf({ path, line, column, rule, sentence, hint }: Finding): string {
  const isLong = sentence.length > SENTENCE_CHARACTERS;
  const start = isLong ? `${sentence.slice(0, SENTENCE_CHARACTERS).trimEnd()} …` : sentence;
  return `${path}:${line}:${column} ${rule}: ${start} → ${hint}`;
}

/** The findings of the files above their number, or null if there is no such file. */
export function failureOf(
  baseline: Counts,
  counts: Counts,
  findings: readonly Finding[],
): string | null {
  const { above } = compare(baseline, counts);
  if (above.length === 0) return null;
  const lines = above.flatMap(({ path, count, allowed }) => [
    `${path}: ${count} findings, ${allowed} allowed`,
    ...findings.filter((finding) => finding.path === path).map((finding) => `  ${lineOf(finding)}`),
  ]);
  const hidden = lines.length - MAX_LINES;
  return [
    ...lines.slice(0, MAX_LINES),
    ...(hidden > 0 ? [`… and ${hidden} more lines`] : []),
    'npm run prose -- <paths> lists the findings of files and folders',
  ].join('\n');
}

/** The size of the baseline, or an empty text if it is empty. */
export function remainder(baseline: Counts, counts: Counts): string {
  const { below } = compare(baseline, counts);
  const files = Object.keys(baseline).length;
  return [
    ...(files > 0 ? [`the baseline allows ${total(baseline)} findings in ${files} files`] : []),
    ...(below.length > 0
      ? [`files with fewer: ${below.length}; npm run check -- --write lowers their numbers`]
      : []),
  ].join('\n');
}
