import type { z } from 'zod';
import type { ModModel } from '../../../platform/database/generated/models.js';
import { checked } from '../../../request/checked.js';
import type { Texts } from '../../../request/scalars.js';
import { differing } from '../../../request/validator.js';
import { type UpdateModInput, updateModSchema } from './mod.input.js';

/** The members that are texts by language. */
const TEXTS = ['title', 'summary', 'description', 'localizedSlugs'] as const;

/** A text that the rules of all these members accept. */
const ACCEPTED = 'x';

/** The checked values of a change. */
export type Changes = z.output<typeof updateModSchema>;

/**
 * Checks the members of a change that differ from a mod, and returns them. A text that stays in its
 * language is not checked, because it may be older than the rule that would refuse it. It still
 * counts for the maximum number of languages. Throws `invalid_metadata`.
 */
export function checkedChange(mod: Pick<ModModel, (typeof TEXTS)[number]>, input: UpdateModInput) {
  const given = differing(mod, input);
  const kept = TEXTS.flatMap((member) => {
    const texts = given[member];
    return texts ? [[member, keptTexts(mod[member] as Texts, texts)] as const] : [];
  });
  const accepted = kept.map(([member, texts]) => {
    const replaced = Object.keys(texts).map((language) => [language, ACCEPTED] as const);
    return [member, { ...given[member], ...Object.fromEntries(replaced) }] as const;
  });
  const replaced = { ...given, ...Object.fromEntries(accepted) };
  const values: Changes = checked(updateModSchema, replaced, 'invalid_metadata');
  const restored = kept.map(
    ([member, texts]) => [member, { ...values[member], ...texts }] as const,
  );
  return { ...values, ...Object.fromEntries(restored) } satisfies Changes;
}

/** The texts that a mod already has in the same language. */
function keptTexts(stored: Texts, texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).filter(([language, text]) => stored[language] === text),
  );
}
