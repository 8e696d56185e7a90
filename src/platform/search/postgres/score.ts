import { Prisma } from '../../database/generated/client.js';
import type { Alternative, ResolvedQuery, ResolvedWord } from './resolve-query.js';
import { anyOf, type FieldWeight } from './term-queries.js';

/** How much a match in a field counts. */
const FIELDS = [
  ['A', 1],
  ['', 0.6],
] as const satisfies readonly (readonly [FieldWeight | '', number])[];

/** A word that no field before the description has. */
const IN_DESCRIPTION = 0.25;

/** The parts of a score: how well the words match, whether they are the whole title, and how much of it. */
const PARTS = { words: 0.75, title: 0.15, coverage: 0.1 };

/** The number of classes of alternatives of a word. The last one has all others. */
const CLASSES = { ofShort: 6, ofLong: 3, longWords: 4 };

/** The score of an entry `d` for a query, from 0 to 1 with three decimals. */
export function scoreOf({ words, titles }: ResolvedQuery): Prisma.Sql {
  const classes = words.length > CLASSES.longWords ? CLASSES.ofLong : CLASSES.ofShort;
  const sum = Prisma.join(
    words.map((word) => wordScore(word, classes)),
    ' + ',
  );
  return Prisma.sql`round(1000 * (
    ${PARTS.words}::float8 * (${sum}) / ${words.length}
    + case when d.titles && ${[...titles]}::text[] then ${PARTS.title}::float8 else 0 end
    + ${PARTS.coverage}::float8 * least(1, ${words.length} / d.title_words))) / 1000`;
}

/**
 * The highest score of an entry without all words in its title: at best one word is elsewhere, or the
 * whole title is a keyword in one word.
 */
export function bestOutsideTitles({ words }: ResolvedQuery): number {
  const best = words.map(({ alternatives }) => alternatives[0]?.weight ?? 0);
  const sum = best.reduce((total, weight) => total + weight, 0);
  const [, [, elsewhere]] = FIELDS;
  const spread = (sum - (1 - elsewhere) * Math.min(...best)) / words.length;
  const joined = elsewhere * Math.max(...best);
  const score = Math.max(
    PARTS.words * spread + PARTS.coverage,
    PARTS.words * joined + PARTS.coverage + PARTS.title,
  );
  return Math.ceil(1000 * score) / 1000;
}

/**
 * The best match of a word: the cases are tried from the highest score on. Their number is always the
 * same, so that a connection can keep the plan of the statement. Null matches nothing.
 */
function wordScore({ alternatives }: ResolvedWord, classes: number): Prisma.Sql {
  const found = classesOf(alternatives, classes)
    .flatMap(({ weight, members }) =>
      FIELDS.map(([field, factor]) => ({ score: weight * factor, terms: anyOf(members, field) })),
    )
    .sort((a, b) => b.score - a.score);
  const cases = Array.from({ length: classes * FIELDS.length }, (_, at) => {
    const { terms, score } = found[at] ?? { terms: null, score: 0 };
    return Prisma.sql`when d.texts @@ ${terms}::tsquery then ${score}::float8`;
  });
  return Prisma.sql`case ${Prisma.join(cases, ' ')} else ${IN_DESCRIPTION}::float8 end`;
}

interface AlternativeClass {
  readonly weight: number;
  readonly members: Alternative[];
}

/** The alternatives by their weight, the highest first. */
function classesOf(alternatives: readonly Alternative[], count: number): AlternativeClass[] {
  const classes: AlternativeClass[] = [];
  for (const alternative of alternatives) {
    const last = classes.at(-1);
    if (last && (last.weight === alternative.weight || classes.length === count)) {
      last.members.push(alternative);
    } else classes.push({ weight: alternative.weight, members: [alternative] });
  }
  return classes;
}

/** The names of the fields of an entry `d` that any word matches. */
export function matchedFields({ words }: ResolvedQuery): Prisma.Sql {
  const all = words.flatMap(({ alternatives }) => alternatives);
  const field = (column: string, weight: FieldWeight, name: string) => Prisma.sql`
    case when ${Prisma.raw(`d.${column}`)} @@ ${anyOf(all, weight)}::tsquery then ${name} end`;
  return Prisma.sql`array_remove(array[${field('texts', 'A', 'title')},
    ${field('texts', 'B', 'summary')}, ${field('body', 'D', 'description')},
    ${field('texts', 'C', 'keywords')}], null)`;
}
