import { commentPassages } from './comments.js';
import { graphqlPassages } from './graphql.js';
import { markdownPassages } from './markdown.js';
import type { Passage, Span } from './passage.js';
import { typescriptPassages } from './typescript.js';

type Extract = (path: string, source: string) => Passage[];

/**
 * The extractor of each kind of file that the gate reads. Of Prisma schemas, shell scripts, YAML,
 * Dockerfiles and `.ci/run`, it reads only the comments.
 */
const EXTRACTS: readonly [RegExp, Extract][] = [
  [/\.(?:[mc]?[jt]s|tsx)$/, typescriptPassages],
  [/\.md$/, markdownPassages],
  [/\.graphql$/, (_path, source) => graphqlPassages(source)],
  [/\.prisma$/, (_path, source) => commentPassages(source, matches(source, PRISMA_COMMENT))],
  [
    /\.(sh|yml)$|(^|\/)Dockerfile$|^\.ci\/run$/,
    (_path, source) => commentPassages(source, matches(source, HASH_COMMENT)),
  ],
];

/** Generated files, and documents that a release has fixed. */
const EXCLUDED = /(^|\/)generated\/|^schema\.graphql$|^rest-facade\/released\//;

// A string first, so that an address in it begins no comment.
const PRISMA_COMMENT = /"(?:[^"\\\n]|\\.)*"|(?<comment>\/\/.*)/g;
const HASH_COMMENT = /^[ \t]*(?<comment>#(?!!).*)/gm;

/**
 * Whether the gate reads the file at this path: its kind is in `EXTRACTS`, and the path is not
 * `EXCLUDED`. Does not check that the file exists.
 */
export function isRead(path: string): boolean {
  return extractOf(path) !== undefined;
}

/** Returns the prose of a file, in its order; empty for a file that the gate does not read. */
export function passagesOf(path: string, source: string): Passage[] {
  const passages = extractOf(path)?.(path, source) ?? [];
  return passages.sort((a, b) => a.start - b.start);
}

function extractOf(path: string): Extract | undefined {
  if (EXCLUDED.test(path)) return undefined;
  return EXTRACTS.find(([pattern]) => pattern.test(path))?.[1];
}

function matches(source: string, pattern: RegExp): Span[] {
  return [...source.matchAll(pattern)].flatMap((match) => {
    const comment = match.groups?.['comment'];
    if (comment === undefined) return [];
    const end = match.index + match[0].length;
    return [{ start: end - comment.length, end }];
  });
}
