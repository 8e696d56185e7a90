import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { FINDING_TEXTS } from '../../src/registry/finding-texts.js';
import { sourceFiles } from '../source-files.js';
import { OPERATIONS } from './matrix/operations.js';

const root = projectRoot();
const folder = join(root, 'docs/contract');
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => readFileSync(join(folder, name), 'utf8'));

/** The sections of a page by number: `4` is the whole page `# 4. Endpoints`, `4.1` one part of it. */
function sectionsOf(page: string): [number: string, text: string][] {
  const [, chapter] = /^# (\d+)\. /.exec(page) ?? [];
  if (chapter === undefined) return [];
  const parts = page.split(/^(?=## \d)/m).flatMap((text): [string, string][] => {
    const [, number] = /^## (\d+\.\d+) /.exec(text) ?? [];
    return number === undefined ? [] : [[number, text]];
  });
  return [[chapter, page], ...parts];
}

/** The texts of the sections by number. */
const sections = new Map(pages.flatMap(sectionsOf));

const decisions = readdirSync(join(root, 'docs/decisions'));

/** A text without its line breaks and the marks of comments, so that a citation may span two lines. */
const joined = (text: string): string => text.replaceAll(/\n[ \t]*(?:\*|\/\/|--|#)?[ \t]*/g, ' ');

const NUMBERS = String.raw`(\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)`;

/** A citation of the sources: `Spec 4.4`, `Spec 4.4, 8`, `Spec 3.1 and 7.2`. */
const OF_SOURCES = new RegExp(`\\bSpec ${NUMBERS}`, 'g');

/** One of the clients: `(contract 4.4)`, or "section 4.4 of" the contract or its folder. */
const OF_CLIENTS = new RegExp(
  `\\(contract ${NUMBERS}\\)|\\bsections? ${NUMBERS} of (?:the contract|\`docs/contract\`)`,
  'g',
);

/** The numbers of the sections that one file cites. */
function citationsOf(path: string, text: string): string[] {
  const patterns = path.startsWith('clients/') ? [OF_SOURCES, OF_CLIENTS] : [OF_SOURCES];
  const found = patterns.flatMap((pattern) => [...joined(text).matchAll(pattern)]);
  return found.flatMap(([, numbers, others]) => (numbers ?? others ?? '').split(/, | and /));
}

/** The words of a text with one space around each. */
const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Citations in parentheses that quote words of one section: `(Spec 4.1, reserved filters)`. */
function quotesOf(text: string): { number: string; words: string }[] {
  const found = joined(text).matchAll(/\(Spec (\d+(?:\.\d+)?)[,:] (?!\d)([^);]+)[);]/g);
  return [...found].map(([, number = '', words = '']) => ({ number, words }));
}

/**
 * Citations of decisions in one file that lead to no file: `decisions/0001-other-name`, or a
 * chapter such as `(decisions, Teams)`, because each decision is a file of its own.
 */
function deadDecisions(text: string): string[] {
  const files = [...joined(text).matchAll(/\bdecisions\/(\d{4}[\w-]*)/g)].filter(
    ([, name = '']) =>
      !decisions.some((file) => file === `${name}.md` || file.startsWith(`${name}-`)),
  );
  const chapters = joined(text).matchAll(/[(;] ?decisions[,:] \w+/g);
  return [...files, ...chapters].map(([citation]) => citation);
}

const FOLDERS = [
  'bench',
  'clients',
  'dashboard',
  'deploy',
  'docs',
  'prisma',
  'rest-facade',
  'scripts',
  'src',
  'test',
  'workers',
];

/** All sources and documents as pairs of path and text. */
function sources(): [path: string, text: string][] {
  const paths = sourceFiles(FOLDERS, /\.(ts|tsx|mjs|md|prisma|graphql|sql|py|cs|yml|yaml|tpl)$/);
  return [...paths, 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'schema.graphql'].map(
    (path) => [path, readFileSync(join(root, path), 'utf8')],
  );
}

describe('docs/contract', () => {
  it('every contract section that the sources cite exists', () => {
    const dangling = sources().flatMap(([path, text]) =>
      citationsOf(path, text)
        .filter((number) => !sections.has(number))
        .map((number) => `${path}: Spec ${number}`),
    );
    expect(dangling).toEqual([]);
  });

  it('every section has the words that a citation quotes from it', () => {
    const quotes = sources().flatMap(([path, text]) =>
      quotesOf(text).map((quote) => ({ path, ...quote })),
    );
    expect(quotes.length).toBeGreaterThan(20);
    const missing = quotes.filter(
      ({ number, words }) => !wordsOf(sections.get(number) ?? '').includes(wordsOf(words)),
    );
    expect(missing).toEqual([]);
  });

  it('every decision that the sources cite is a file of docs/decisions', () => {
    const dead = sources().flatMap(([path, text]) =>
      // This file has examples of dead citations.
      path.endsWith('contract/pages.test.ts')
        ? []
        : deadDecisions(text).map((citation) => `${path}: ${citation}`),
    );
    expect(dead).toEqual([]);
  });

  it('docs/contract lists each stable operation with its request, scopes, key and precondition', () => {
    const rows = pages.flatMap((page) => page.split('\n')).filter((line) => line.startsWith('| `'));
    const dash = (text: string) => (text === 'none' || text === '' ? '–' : text);
    for (const { operationId, route, rule } of OPERATIONS) {
      if (route.stage !== undefined) continue;
      const scopes = rule.scopes.map((scope) => `\`${scope}\``).join(', ');
      const request = `\`${route.method} ${route.path}\``;
      const cells = [dash(scopes), dash(route.idempotency), dash(route.precondition)];
      const row = `| ${[`\`${operationId}\``, request, ...cells].join(' | ')} |`;
      expect(rows).toContain(row);
    }
  });

  it('docs/contract lists exactly the registered codes of findings', () => {
    const sectionTexts = pages.flatMap((page) => page.split(/^(?=#)/m));
    const section = sectionTexts.find((text) => text.startsWith('## 7.4 ')) ?? '';
    // The tables name their codes in the first column; the rest of a row may name other members.
    const named = section
      .split('\n')
      .map((line) => (line.startsWith('|') ? (line.split('|')[1] ?? '') : line))
      .flatMap((line) => [...line.matchAll(/`(\w+)`/g)].map(([, code]) => code))
      .filter((code) => code !== 'code');
    expect(named.toSorted()).toEqual(Object.keys(FINDING_TEXTS).toSorted());
  });
});
