import { createHash } from 'node:crypto';
import { escapeHtml } from '../src/platform/html.js';
import type { Locale } from '../src/registry/error-texts.js';

const STYLE = `
:root { color-scheme: light dark; --page: #fbfbfd; --card: #fff; --text: #1b1d23; --dim: #5c6270;
  --line: #e2e4ea; --accent: #4b3fd6; }
@media (prefers-color-scheme: dark) {
  :root { --page: #121318; --card: #1a1c23; --text: #e9eaee; --dim: #9aa0ae; --line: #2b2e38;
    --accent: #a49bff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 52rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; letter-spacing: -0.02em; }
h2 { margin: 2.5rem 0 0.25rem; font-size: 1.1rem; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code { font: 0.95em/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.lead { font-size: 1.1rem; }
.dim { color: var(--dim); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5rem 1.5rem; margin: 1.5rem 0;
  padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); }
dt { color: var(--dim); }
dd { margin: 0; }
ul { list-style: none; margin: 0; padding: 0; }
li { padding: 0.7rem 0; border-bottom: 1px solid var(--line); }
li p { margin: 0.15rem 0 0; color: var(--dim); }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** What the pages of errors may do: show themselves, and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page; the title is text, the content HTML. */
export function pageOf(locale: Locale, title: string, content: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}
