import { SCOPES } from '../../../../src/registry/scopes';
import { pageLocale } from '../../i18n';

const ROWS: Readonly<Record<string, { readonly description: Readonly<Record<string, string>> }>> =
  SCOPES;

/**
 * The consent page's text of a scope, in the language of the page. An unknown scope stays a code.
 */
export function scopeText(scope: string): string {
  return ROWS[scope]?.description[pageLocale()] ?? scope;
}
