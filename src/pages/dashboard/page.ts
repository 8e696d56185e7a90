import { html } from '../../platform/html/html.js';
import { renderMasthead } from '../../platform/html/masthead.js';
import { accountOf } from '../kit/document.js';
import { readOnlyNotice, type Texts, type Visit } from '../kit/index.js';
import type { Bundle } from './bundle.js';

const TEXTS: Texts<{
  readonly title: string;
  readonly loading: string;
  readonly needsScript: string;
}> = {
  en: {
    title: 'Dashboard',
    loading: 'Loading the dashboard',
    needsScript: 'The dashboard needs JavaScript. Turn it on for this site, or use the API.',
  },
  ru: {
    title: 'Панель управления',
    loading: 'Панель управления загружается',
    needsScript:
      'Для панели управления нужен JavaScript. Включите его для этого сайта или используйте API.',
  },
  de: {
    title: 'Dashboard',
    loading: 'Das Dashboard wird geladen',
    needsScript:
      'Das Dashboard braucht JavaScript. Schalten Sie es für diese Seite ein, oder nutzen Sie die API.',
  },
};

/**
 * Renders the page around the dashboard: the masthead of the site and an empty main part, which the
 * script fills. The script takes the nonce for its styles from its own element, and keeps unsaved
 * input of this user only.
 */
export function renderDashboard(visit: Visit, bundle: Bundle, nonce: string): string {
  const { locale, path } = visit;
  const texts = TEXTS[locale];
  const head = html`<title>${texts.title} · modport</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${bundle.styles.map((href) => html`<link rel="stylesheet" href="${href}">\n`)}${bundle.imports.map(
  (href) => html`<link rel="modulepreload" href="${href}">\n`,
)}<script type="module" src="${bundle.script}" nonce="${nonce}" id="start"></script>
`;
  const body = html`${renderMasthead({ locale, path, account: accountOf(visit), dashboard: true })}${readOnlyNotice(visit)}<noscript><p class="loading">${texts.needsScript}</p></noscript><div id="root" data-user="${visit.user?.userId}"><p class="loading" role="status">${texts.loading}</p></div>`;
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${head.text}</head>
<body>
${body.text}
</body>
</html>
`;
}
