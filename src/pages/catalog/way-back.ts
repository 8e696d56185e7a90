import { html } from '../../platform/html/html.js';
import { RegisteredError } from '../../registry/errors.js';
import { errorNote, messagePage, type PageReply, type Visit } from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import { searchForm } from './parts.js';
import { WAY_BACK_TEXTS } from './texts/way-back.js';

/**
 * Shows a page that leads back if a parameter in the address of a list is invalid: an expired
 * cursor, an unknown order or a text that is too long. Throws other errors again.
 */
export async function orWayBack(visit: Visit, work: () => Promise<PageReply>): Promise<PageReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RegisteredError) || error.code !== 'invalid_input') throw error;
    return wayBack(visit, error);
  }
}

/**
 * The page that leads back: to the same list without its cursor if the cursor was wrong, else to
 * all mods. For a text that is too long, it also shows the search.
 */
function wayBack(visit: Visit, { status, extensions }: RegisteredError): PageReply {
  const { locale, path } = visit;
  const texts = WAY_BACK_TEXTS[locale];
  const [{ field = '', code = '' } = {}] = extensions.fields ?? [];
  const isLong = field === 'q' && code === 'too_long';
  const known = field === 'cursor' ? 'cursor' : isLong ? 'q' : null;
  const { pathname, searchParams } = new URL(path, 'http://local.invalid');
  searchParams.delete('cursor');
  const first = searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
  return messagePage({
    icon: known === 'cursor' ? 'clock' : 'search',
    title: known === null ? texts.title : texts.titles[known],
    status,
    robots: 'noindex',
    scripts: true,
    text: html`<p>${known === null ? texts.howOther : texts.how[known]}</p>
${known === 'q' && searchForm({ locale, label: texts.search, button: texts.find })}`,
    links: [known === 'cursor' ? [first, texts.first] : [CATALOG_PATHS.mods(), texts.all]],
    note: errorNote(visit, 'invalid_input'),
  });
}
