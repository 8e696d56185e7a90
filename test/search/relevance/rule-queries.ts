import { createDraws, type Draws } from '../../../src/seed/draws.js';
import type { CatalogMod } from './catalog.js';
import type { Words } from './intent.js';
import { scriptRules, typoRules } from './mistake-rules.js';
import type { CountedRule, JudgedQuery, Titled } from './rules.js';
import { compoundRules, exactRules, keywordRules, letterRules } from './word-rules.js';

/** Titles that a rule may try for one query. */
const ATTEMPTS = 400;

/** Makes so many queries by each rule from titles of the catalog. */
export function ruleQueries(mods: readonly CatalogMod[], words: Words): JudgedQuery[] {
  return Object.entries(rulesOver(words)).flatMap(([name, { category, count, rule }]) => {
    const made = new Map<string, JudgedQuery>();
    for (let turn = 0; made.size < count; turn += 1) {
      if (turn === ATTEMPTS * count) throw new Error(`too few titles fit the rule ${name}`);
      const draws = createDraws(`${name}/${turn}`);
      const titled = drawTitled(mods, words, draws);
      const query = rule(titled, draws);
      if (!query) continue;
      const gameSlug = draws.chance(0.3) ? titled.mod.gameSlug : null;
      const accepts = query.accepts.filter((mod) => !gameSlug || mod.gameSlug === gameSlug);
      if (accepts.length === 0) continue;
      made.set(query.text, { ...query, category, gameSlug, accepts: accepts.map(({ id }) => id) });
    }
    return [...made.values()];
  });
}

function drawTitled(mods: readonly CatalogMod[], words: Words, draws: Draws): Titled {
  const mod = mods[draws.int(0, mods.length - 1)];
  if (!mod || mod.key !== null) return drawTitled(mods, words, draws);
  const [first = ['en', ''], ...others] = Object.entries(mod.titles);
  const [language, title] = draws.pick([first, ...others]);
  const parts = title.split(/[ -]/);
  const rare = parts.toSorted((a, b) => words.frequency(a) - words.frequency(b))[0] ?? '';
  return { mod, language, title, words: parts, rare };
}

function rulesOver(words: Words): Readonly<Record<string, CountedRule>> {
  return Object.assign(
    {},
    ...[exactRules, typoRules, scriptRules, compoundRules, letterRules, keywordRules].map((rules) =>
      rules(words),
    ),
  );
}
