import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/platform/project-root.js';
import { ERROR_TEXTS } from '../src/registry/error-texts.js';
import { ERRORS, type ErrorCode, errorRow } from '../src/registry/errors.js';
import { LIFECYCLES, type Lifecycle } from '../src/registry/states.js';

// Writes the documents that follow from the registry: `npm run check -- --write`.

const NOTE = '<!-- Written by scripts/docs.ts from src/registry. Do not edit. -->';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = values.out ?? projectRoot();
await writeDocument('docs/generated/errors.md', errorsDocument());
await writeDocument('docs/generated/lifecycles.md', lifecyclesDocument());

async function writeDocument(file: string, lines: readonly string[]): Promise<void> {
  const path = join(out, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${[NOTE, '', ...lines].join('\n')}\n`);
}

function errorsDocument(): string[] {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).toSorted();
  return [
    '# Error codes',
    '',
    `Every error is a problem document (RFC 9457). Branch on \`code\`; there are ${codes.length}.`,
    'A code with two statuses occurs with both. Retry only where a retry is said to be safe.',
    '',
    '| Code | Status | Retry | Extensions | What happened, and what to do |',
    '|---|---|---|---|---|',
    ...codes.map(errorLine),
  ];
}

function errorLine(code: ErrorCode): string {
  const { status, retryable, extensions } = errorRow(code);
  const cells = [
    `\`${code}\``,
    status.join(', '),
    retryable ? 'safe' : 'no',
    extensions.map((name) => `\`${name}\``).join(', ') || '–',
    ERROR_TEXTS[code].en,
  ];
  return `| ${cells.join(' | ')} |`;
}

function lifecyclesDocument(): string[] {
  const cycles = Object.entries<Lifecycle<string, string>>(LIFECYCLES);
  return [
    '# Lifecycles',
    '',
    `The ${cycles.length} entities and the only ways from one state to another. An event that has`,
    'no arrow from a state is refused there, with the code that the table names.',
    ...cycles.flatMap(([entity, cycle]) => ['', ...lifecycleSection(entity, cycle)]),
  ];
}

function lifecycleSection(entity: string, cycle: Lifecycle<string, string>): string[] {
  const events = Object.entries(cycle.events);
  return [
    `## ${titleOf(entity)}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${cycle.initial}`,
    ...events.flatMap(([event, { from, to }]) =>
      from.map((state) => `  ${state} --> ${to}: ${event}`),
    ),
    ...cycle.final.map((state) => `  ${state} --> [*]`),
    '```',
    '',
    '| Event | From | To | Refused elsewhere with |',
    '|---|---|---|---|',
    ...events.map(
      ([event, { from, to, refuse }]) =>
        `| ${event} | ${from.join(', ')} | ${to} | \`${refuse}\` |`,
    ),
  ];
}

/** `uploadSession` as a heading: `UploadSession`. */
function titleOf(entity: string): string {
  return entity.charAt(0).toUpperCase() + entity.slice(1);
}
