import { Prisma } from '../../database/generated/client.js';
import type { Alternative, ResolvedWord } from './alternatives.js';
import type { ResolvedQuery } from './resolve-query.js';
import { anyOf, conditionsOf, wordConditionsOf } from './term-queries.js';

/** How much a match of a word counts outside of the title, and in the description alone. */
const FIELDS = { elsewhere: 0.6, description: 0.25 };

/**
 * The groups of matches, the highest scores first: all words in the title; then in title, summary
 * and keywords; then in any text by their best alternatives; then by any alternative.
 */
export const GROUPS = ['names', 'texts', 'best', 'rest'] as const;
/** One of `GROUPS`. */
export type Group = (typeof GROUPS)[number];

/**
 * The lowest score of a group, and how far its scores reach above it. So a mod with all words in
 * its title ranks above all others for any words.
 */
const BANDS: Readonly<Record<Group, { readonly from: number; readonly width: number }>> = {
  names: { from: 0.6, width: 0.4 },
  texts: { from: 0.3, width: 0.299 },
  best: { from: 0.15, width: 0.149 },
  rest: { from: 0, width: 0.149 },
};

/**
 * The parts of a score: how well the words match, whether they are a whole title, and the share of
 * the title that they cover. The last two, divided by the number of words, are together less than
 * what a completion or a correction of one word costs (`FACTORS`). So mods with exact words rank
 * first, however long their titles are.
 */
const PARTS = { words: 0.95, title: 0.03, coverage: 0.02 };

/**
 * The number of classes into which the alternatives of a word fall by weight. The last one has all
 * others. A query of more than `longWords` words is long.
 */
const CLASSES = { ofShort: 6, ofLong: 3, longWords: 4 };

/**
 * The condition that the text of an entry `d` in which a group looks has all words. The planner
 * does not know the words. So it expects few matches and reads the index. For a known word that
 * many mods have, it would read the whole table until it has enough rows.
 */
export function isIn(group: Group, { words }: ResolvedQuery): Prisma.Sql {
  const [name, conditions] = group === 'best' ? bestConditions(words) : allConditions(words);
  const each = conditions.map(
    (_, at) => Prisma.sql`${columnOf(group)} @@ (select ${numbered(name, at)} from requested)`,
  );
  return Prisma.join(each, ' and ');
}

/** The condition of `isIn` for entries that are read anyway. The index does not use it. */
export function isAmong(group: Group): Prisma.Sql {
  const words = Prisma.raw(group === 'best' ? 'best_words' : 'all_words');
  return Prisma.sql`coalesce(${columnOf(group)} @@ (select ${words} from requested), false)`;
}

function columnOf(group: Group): Prisma.Sql {
  return Prisma.raw(group === 'names' || group === 'texts' ? `d.${group}` : 'd.body');
}

/** Whether the best alternatives of each word are all of them. Then the last group is empty. */
export function isBestAll(words: readonly ResolvedWord[]): boolean {
  return words.every(({ alternatives, best }) => best.alternatives.length === alternatives.length);
}

/** The names of columns of `requested`, and the conditions in them. */
type Conditions = readonly [name: string, conditions: readonly string[]];

function allConditions(words: readonly ResolvedWord[]): Conditions {
  return ['condition', conditionsOf(words)];
}

function bestConditions(words: readonly ResolvedWord[]): Conditions {
  if (isBestAll(words)) return allConditions(words);
  // Not split, because connections would keep more plans.
  return ['best', wordConditionsOf(words.map(({ best }) => best))];
}

/**
 * The common table expression `requested`: one row with what a statement compares entries with. So
 * each alternative is sent and parsed few times for any number of conditions.
 */
export function requestedTerms({ words, titles }: ResolvedQuery): Prisma.Sql {
  const all = words.flatMap(({ alternatives }) => alternatives);
  const columns = words.flatMap((word, at) => [
    Prisma.sql`${anyOf(word.alternatives)}::tsquery as ${anyOfWord(at)}`,
    ...classesOf(word, classesFor(words)).map(
      ({ members, weight }, number) => Prisma.sql`
        ${members.length > 0 ? anyOf(members) : null}::tsquery as ${query(at, number)},
        ${weight}::float8 as ${weightOf(at, number)}`,
    ),
  ]);
  const every = allConditions(words);
  const best = bestConditions(words);
  const conditions = isBestAll(words) ? [every] : [every, best];
  const each = words.map((_, at) => anyOfWord(at));
  return Prisma.sql`requested as (
    select w.*, ${allOf(every)} as all_words, ${allOf(best)} as best_words,
      ${Prisma.join(each, ' || ')} as title_word
    from (
      select ${Prisma.join(conditions.flatMap(conditionColumns))},
        ${anyOf(all, 'B')}::tsquery as summary_word, ${anyOf(all, 'C')}::tsquery as keyword,
        ${anyOf(all, 'D')}::tsquery as description_word, ${[...titles]}::text[] as titles,
        ${Prisma.join(columns)}) w)`;
}

function conditionColumns([name, conditions]: Conditions): Prisma.Sql[] {
  return conditions.map((text, at) => Prisma.sql`${text}::tsquery as ${numbered(name, at)}`);
}

function allOf([name, conditions]: Conditions): Prisma.Sql {
  return Prisma.join(
    conditions.map((_, at) => numbered(name, at)),
    ' && ',
  );
}

function numbered(name: string, at: number): Prisma.Sql {
  return Prisma.raw(`${name}${at}`);
}

/**
 * The score of any matching entry `d` for `requested`, from 0 to 1 with three decimals. It does not
 * tell the last two groups apart, so it does not read the long text.
 */
export function scoreOf(resolved: ResolvedQuery): Prisma.Sql {
  return Prisma.sql`case when d.names @@ requested.all_words then ${scoreIn('names', resolved)}
    when d.texts @@ requested.all_words then ${scoreIn('texts', resolved)}
    else ${scoreIn('best', resolved)} end`;
}

/** The score of an entry `d` that is in a group, and in none before it. */
export function scoreIn(group: Group, { words }: ResolvedQuery): Prisma.Sql {
  const sum = Prisma.join(
    words.map((_, at) => wordScore(at, classesFor(words), group)),
    ' + ',
  );
  const { words: part, title, coverage } = PARTS;
  const { from, width } = BANDS[group];
  const count = words.length;
  const isTitle =
    group === 'names'
      ? Prisma.sql`+ case when d.titles && requested.titles then ${float(title / count)} else 0 end`
      : Prisma.empty;
  return Prisma.sql`round(1000 * (${float(from)} + ${float(width)} * (
    ${float(part)} * (${sum}) / ${float(count)} ${isTitle}
    + ${float(coverage / count)} * least(1, ${float(count)} / d.title_words)))) / 1000`;
}

/**
 * The best match of a word in the texts of a group. The number of comparisons is always the same,
 * so that a connection can keep the plan of the statement. Null matches nothing.
 */
function wordScore(at: number, classes: number, group: Group): Prisma.Sql {
  const best = (column: string) =>
    Prisma.sql`case ${Prisma.join(
      Array.from(
        { length: classes },
        (_, number) => Prisma.sql`when ${Prisma.raw(column)} @@ ${query(at, number)}
          then ${weightOf(at, number)}`,
      ),
      ' ',
    )} else 0 end`;
  if (group === 'names') return best('d.names');
  const elsewhere = float(FIELDS.elsewhere);
  if (group === 'texts') {
    return Prisma.sql`greatest(${elsewhere} * ${best('d.texts')},
      case when d.names @@ ${anyOfWord(at)} then ${best('d.names')} end)`;
  }
  // Most candidates lack the word outside of the description, and their order matters less.
  const first = weightOf(at, 0);
  const others = weightOf(at, 1);
  return Prisma.sql`case when d.names @@ ${query(at, 0)} then ${first}
    when d.texts @@ ${anyOfWord(at)} then greatest(
      ${elsewhere} * case when d.texts @@ ${query(at, 0)} then ${first} else ${others} end,
      case when d.names @@ ${anyOfWord(at)} then ${others} end)
    else ${float(FIELDS.description)} end`;
}

/** The names of the fields of an entry `d` that any word matches. */
export const MATCHED_FIELDS = Prisma.sql`array_remove(array[
  case when d.names @@ requested.title_word then 'title' end,
  case when d.texts @@ requested.summary_word then 'summary' end,
  case when d.body @@ requested.description_word then 'description' end,
  case when d.texts @@ requested.keyword then 'keywords' end], null)`;

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

function anyOfWord(word: number): Prisma.Sql {
  return Prisma.raw(`word${word}`);
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
