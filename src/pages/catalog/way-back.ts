import { html } from '../../platform/html/html.js';
import { RegisteredError } from '../../registry/errors.js';
import { type PageReply, show, type Visit } from '../kit/index.js';
import { CATALOG_PATHS } from './addresses.js';
import { searchForm } from './parts.js';
import { WAY_BACK_TEXTS } from './texts/way-back.js';

/**
 * Shows a page that leads back if the address of a list asks for something that cannot be: an
 * expired cursor, an unknown order or a text that is too long.
 */
export async function orWayBack(visit: Visit, work: () => Promise<PageReply>): Promise<PageReply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RegisteredError) || error.code !== 'invalid_input') throw error;
    return wayBack(visit, error);
  }
}

/** Where a list goes on: the same address without what was wrong with it. */
function wayBack(visit: Visit, { status, extensions }: RegisteredError): PageReply {
  const { locale, path } = visit;
  const texts = WAY_BACK_TEXTS[locale];
  const wrong = extensions.fields?.[0]?.field ?? '';
  const url = new URL(path, 'http://local.invalid');
  url.searchParams.delete(wrong);
  url.searchParams.delete('cursor');
  const isKnown = wrong === 'cursor' || wrong === 'q';
  return show({
    title: isKnown ? texts.titles[wrong] : texts.title,
    status,
    robots: 'noindex',
    scripts: true,
    body: html`<p class="lead">${isKnown ? texts.how[wrong] : texts.howOther}</p>
${wrong === 'q' && searchForm({ locale, label: texts.search, button: texts.find })}<p><a class="button primary" href="${wrong === 'cursor' ? `${url.pathname}${url.search}` : CATALOG_PATHS.mods()}">${wrong === 'cursor' ? texts.first : texts.all}</a></p>
`,
  });
}
