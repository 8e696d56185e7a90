import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../src/platform/release.js';
import { PASSAGE_KINDS } from './passage.js';

const nonEmpty = z.string().min(1);

const wordList = z.strictObject({
  phrases: z.array(
    z.strictObject({
      rule: nonEmpty,
      write: nonEmpty,
      /** Only in passages of this kind. */
      in: z.enum(PASSAGE_KINDS).optional(),
      /** Only at the start of a sentence that is neither a question nor a heading. */
      atStart: z.literal(true).optional(),
      phrases: z.array(nonEmpty).min(1),
      /** Exceptions: a phrase with the words after it that make it harmless. */
      unless: z.array(nonEmpty).optional(),
    }),
  ),
  sentence: z.strictObject({ write: nonEmpty, maxWords: z.int().positive() }),
});

/** The project's word list. */
export type WordList = z.infer<typeof wordList>;

/** Parses a word list. Throws ZodError for a wrong shape. */
export function parseWordList(json: string): WordList {
  return wordList.parse(JSON.parse(json));
}

/** Reads `docs/prose/words.json`. Throws the errors of `parseWordList`. */
export function readWordList(): WordList {
  return parseWordList(readFileSync(join(projectRoot(), 'docs/prose/words.json'), 'utf8'));
}
