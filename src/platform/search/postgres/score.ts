import { Prisma } from '../../database/generated/client.js';
import type { Alternative, ResolvedQuery, ResolvedWord } from './resolve-query.js';
import { anyOf, asQuery } from './term-queries.js';

/** How much a match of a word counts outside of the title, and in the description alone. */
const FIELDS = { elsewhere: 0.6, description: 0.25 };

/**
 * The parts of a score: how well the words match, whether they are a whole title, and the share of
 * the title that they cover.
 */
const PARTS = { words: 0.75, title: 0.15, coverage: 0.1 };

/**
 * The number of classes into which the alternatives of a word fall by weight. The last one has all
 * others. A query of more than `longWords` words is long.
 */
const CLASSES = { ofShort: 6, ofLong: 3, longWords: 4 };

/** All words in any of the alternatives, as a value that the planner does not know. */
export const ALL_WORDS = Prisma.sql`(select all_words from asked)`;

/**
 * The common table expression `asked`: one row with what a statement compares entries with. So each
 * alternative is sent and parsed few times, whatever the number of conditions.
 */
export function askedFor({ words, titles }: ResolvedQuery): Prisma.Sql {
  const all = words.flatMap(({ alternatives }) => alternatives);
  const columns = words.flatMap((word, at) =>
    classesOf(word, classesFor(words)).map(
      ({ members, weight }, number) => Prisma.sql`
        ${members.length > 0 ? anyOf(members) : null}::tsquery as ${query(at, number)},
        ${weight}::float8 as ${weightOf(at, number)}`,
    ),
  );
  return Prisma.sql`asked as (
    select ${asQuery(words)}::tsquery as all_words, ${anyOf(all)}::tsquery as title_word,
      ${anyOf(all, 'B')}::tsquery as summary_word, ${anyOf(all, 'C')}::tsquery as keyword,
      ${anyOf(all, 'D')}::tsquery as description_word, ${[...titles]}::text[] as titles,
      ${Prisma.join(columns)})`;
}

/** The score of an entry `d` for `asked`, from 0 to 1 with three decimals. */
export function scoreOf({ words }: ResolvedQuery): Prisma.Sql {
  const sum = Prisma.join(
    words.map((_, at) => wordScore(at, classesFor(words))),
    ' + ',
  );
  const { words: part, title, coverage } = PARTS;
  const count = words.length;
  return Prisma.sql`round(1000 * (${float(part)} * (${sum}) / ${float(count)}
    + case when d.titles && asked.titles then ${float(title)} else 0 end
    + ${float(coverage)} * least(1, ${float(count)} / d.title_words))) / 1000`;
}

/**
 * The highest score of an entry without all words in its title: at best one word is elsewhere, or
 * the whole title is a keyword in one word.
 */
export function bestOutsideTitles({ words }: ResolvedQuery): number {
  const best = words.map(({ alternatives }) => alternatives[0]?.weight ?? 0);
  const sum = best.reduce((total, weight) => total + weight, 0);
  const spread = (sum - (1 - FIELDS.elsewhere) * Math.min(...best)) / words.length;
  const joined = FIELDS.elsewhere * Math.max(...best);
  const score = Math.max(
    PARTS.words * spread + PARTS.coverage,
    PARTS.words * joined + PARTS.coverage + PARTS.title,
  );
  return Math.ceil(1000 * score) / 1000;
}

/**
 * The best match of a word. Most candidates have it in the title by a certain alternative: then one
 * or a few comparisons with the short vector of the title suffice. The number of comparisons is
 * always the same, so that a connection can keep the plan of the statement. Null matches nothing.
 */
function wordScore(at: number, classes: number): Prisma.Sql {
  const numbers = Array.from({ length: classes }, (_, number) => number);
  const elsewhere = Prisma.sql`${float(FIELDS.elsewhere)} * `;
  const bestElsewhere = Prisma.sql`${elsewhere} ${weightOf(at, 0)}`;
  const cases = (condition: (number: number) => Prisma.Sql, column: string, factor: Prisma.Sql) =>
    Prisma.join(
      numbers.map(
        (
          number,
        ) => Prisma.sql`when ${condition(number)} ${Prisma.raw(column)} @@ ${query(at, number)}
          then ${factor} ${weightOf(at, number)}`,
      ),
      ' ',
    );
  const isBest = (number: number) => Prisma.sql`${weightOf(at, number)} >= ${bestElsewhere} and`;
  const isLess = (number: number) => Prisma.sql`${weightOf(at, number)} < ${bestElsewhere} and`;
  return Prisma.sql`case ${cases(isBest, 'd.names', Prisma.empty)} else coalesce(greatest(
    case ${cases(isLess, 'd.names', Prisma.empty)} end,
    case ${cases(() => Prisma.empty, 'd.texts', elsewhere)} end), ${float(FIELDS.description)}) end`;
}

/** The names of the fields of an entry `d` that any word matches. */
export const MATCHED_FIELDS = Prisma.sql`array_remove(array[
  case when d.names @@ asked.title_word then 'title' end,
  case when d.texts @@ asked.summary_word then 'summary' end,
  case when d.body @@ asked.description_word then 'description' end,
  case when d.texts @@ asked.keyword then 'keywords' end], null)`;

interface AlternativeClass {
  readonly weight: number;
  readonly members: Alternative[];
}

function classesFor({ length }: readonly ResolvedWord[]): number {
  return length > CLASSES.longWords ? CLASSES.ofLong : CLASSES.ofShort;
}

/** The alternatives by their weight, the highest first, and empty classes up to the number. */
function classesOf({ alternatives }: ResolvedWord, count: number): AlternativeClass[] {
  const classes: AlternativeClass[] = [];
  for (const alternative of alternatives) {
    const last = classes.at(-1);
    if (last && (last.weight === alternative.weight || classes.length === count)) {
      last.members.push(alternative);
    } else classes.push({ weight: alternative.weight, members: [alternative] });
  }
  while (classes.length < count) classes.push({ weight: 0, members: [] });
  return classes;
}

function query(word: number, number: number): Prisma.Sql {
  return Prisma.raw(`word${word}_class${number}`);
}

function weightOf(word: number, number: number): Prisma.Sql {
  return Prisma.raw(`word${word}_weight${number}`);
}

function float(value: number): Prisma.Sql {
  return Prisma.raw(`${value}::float8`);
}
