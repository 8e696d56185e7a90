import { escapeHtml } from '../../../platform/html/html.js';
import type { Locale } from '../../../registry/error-texts.js';

/** The parts of a message: escaped texts, except `link`, which is escaped when it is laid out. */
interface HtmlNotice {
  readonly locale: Locale;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string } | undefined;
  readonly footer: string;
}

/**
 * Lays out a message. Mail programs ignore most style sheets, so each element carries its style,
 * and tables place the parts. Only the colours of a dark screen need a style sheet. Nothing is
 * loaded.
 */
export function layOutNotice({ locale, subject, paragraphs, link, footer }: HtmlNotice): string {
  const texts = paragraphs.map((text) => `<p style="margin:0 0 16px">${text}</p>`);
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f7f7fa;color:#16181d;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e1e3ea;border-radius:14px">
<tr><td style="padding:28px 32px 0;text-align:left">
<p class="brand" style="margin:0;font-size:20px;font-weight:700;letter-spacing:-0.5px;color:#4b3fd6">modport</p>
</td></tr>
<tr><td style="padding:20px 32px 16px;text-align:left;overflow-wrap:anywhere">
${texts.join('\n')}
${link ? buttonOf(link) : ''}</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:16px 32px;text-align:left">
<p class="dim" style="margin:0;font-size:13px;color:#565c69;overflow-wrap:anywhere">${footer}</p>
</td></tr></table>
</td></tr></table>
</body></html>
`;
}

const FONT =
  'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55';

const DARK = `@media (prefers-color-scheme:dark){
.page{background:#101116!important;color:#e9eaee!important}
.card{background:#181a21!important;border-color:#2a2d37!important}
.brand{color:#a79eff!important}
.dim{color:#a1a7b5!important}
.button{background:#a79eff!important;color:#121318!important}
}`;

/** A button, and its address as a text for mail programs that show no link. */
function buttonOf({ label, url }: { readonly label: string; readonly url: string }): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a class="button" href="${address}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#4b3fd6;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="dim" style="margin:0 0 16px;font-size:13px;color:#565c69">${address}</p>
`;
}
