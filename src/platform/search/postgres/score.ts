import { Prisma } from '../../database/generated/client.js';
import type { Alternative, ResolvedQuery, ResolvedWord } from './resolve-query.js';
import { anyOf, type FieldWeight } from './term-queries.js';

/** How much a match in a field counts. */
const FIELDS: readonly (readonly [FieldWeight | '', number])[] = [
  ['A', 1],
  ['', 0.6],
];

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

/** The best match of a word: the cases are tried from the highest score on. */
function wordScore({ alternatives }: ResolvedWord, classes: number): Prisma.Sql {
  const cases = classesOf(alternatives, classes)
    .flatMap(({ weight, members }) =>
      FIELDS.map(([field, factor]) => ({ score: weight * factor, terms: anyOf(members, field) })),
    )
    .sort((a, b) => b.score - a.score)
    .map(({ score, terms }) => Prisma.sql`when d.texts @@ ${terms}::tsquery then ${score}::float8`);
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
