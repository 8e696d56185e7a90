import type { Finding } from './lint.js';

const MAX_LINES = 60;
const SENTENCE_CHARACTERS = 80;

/** One line for a finding: place, rule, the beginning of the sentence, hint. */
export function lineOf({ path, line, column, rule, sentence, hint }: Finding): string {
  const isLong = sentence.length > SENTENCE_CHARACTERS;
  const start = isLong ? `${sentence.slice(0, SENTENCE_CHARACTERS).trimEnd()} …` : sentence;
  return `${path}:${line}:${column} ${rule}: ${start} → ${hint}`;
}

/** The output of the gate for these findings, at most sixty of them. Null without findings. */
export function failureOf(findings: readonly Finding[]): string | null {
  if (findings.length === 0) return null;
  const hidden = findings.length - MAX_LINES;
  return [
    ...findings.slice(0, MAX_LINES).map(lineOf),
    ...(hidden > 0 ? [`… and ${hidden} more findings`] : []),
    'npm run prose -- <paths> lists the findings of files and folders',
  ].join('\n');
}
