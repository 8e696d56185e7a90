import { GITHUB_ISSUER, GITLAB_ISSUER } from '../../registry/ci-issuers.js';
import type { Locale } from '../../registry/error-texts.js';
import { textOf, type Visit } from '../kit/index.js';
import type { ShownMod } from './data.js';

/** The path of the list of the visitor's mods. */
export const PUBLISHERS = '/account/publishers';

/** The id of the mod in the path of a page. */
export const modIdOf = ({ req }: Visit): string => String(req.params['mod_id']);

/** The title of a mod in the language that the visitor reads best, or else its slug. */
export function titleOf({ title, slug }: ShownMod, locale: Locale): string {
  return textOf(title, locale) || slug;
}

/** The known name of a CI service; for any other issuer its address. */
export function issuerName(issuer: string): string {
  if (issuer === GITHUB_ISSUER) return 'GitHub Actions';
  return issuer === GITLAB_ISSUER ? 'GitLab.com' : issuer;
}
